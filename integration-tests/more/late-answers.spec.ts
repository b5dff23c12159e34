import {
  RateLimitError,
  RuleError,
  UnavailableError,
} from "../../src/modules/instalments/client/errors"
import type { RefundRequestRow } from "../../src/modules/instalments/ledger/rows"
import { learnRefund } from "../../src/workflows/refunds/follow-refunds"
import { boughtYesterday, MINUTE } from "../harness/calendar"
import { eventually } from "../harness/pause-at-write"
import { readTotals } from "../harness/read-totals"
import { withStore } from "../harness/with-store"

const HOUR = 60 * MINUTE
const TWICE = "it may be refunded twice"

/** What the service says of one that is complete, as it was asked for. */
const asComplete = (row: RefundRequestRow) => ({ ...row, status: "complete" })

withStore((store) => {
  const refund = (payment: { id: string }, amount: number) =>
    store.adminPost(`/admin/payments/${payment.id}/refund`, { amount })
  /** Sends what is due. */
  const sent = () => store.runJob("refunds")
  const requests = () =>
    store.ledger.listRefundRequests({}, { order: { created_at: "ASC" } })
  const atService = () =>
    [...store.sandbox.refundRequests.values()].map(({ amount }) => amount)
  const retry = (id: string) =>
    store.adminPost(`/admin/instalments/refund-requests/${id}/retry`)
  const causes = async () => {
    const [row] = await requests()
    return store.ledger.attention.read(row!.reference)
  }
  const texts = async () => (await causes()).map(({ text }) => text)
  const later = async (minutes: number) => {
    await store.db("instalments_request_limit").delete()
    store.sandbox.set({ limits: { enabled: false } })
    await store.passTime(minutes * MINUTE)
    await store.runJob("refunds")
  }

  /** While this process sends, others treat its request as lost and decide. */
  function pauseWhileSending(
    meanwhile: (row: RefundRequestRow) => Promise<unknown>
  ) {
    const { ledger } = store
    const send = ledger.client.createRefund.bind(ledger.client)
    jest
      .spyOn(ledger.client, "createRefund")
      .mockImplementationOnce(async (...asked) => {
        const [row] = await requests()
        await ledger.refunds.lost(new Date(ledger.now() + 3 * MINUTE))
        store.sandbox.set({ limits: { enabled: false } })
        await meanwhile(row!)
        await ledger["db"]("instalments_request_limit").delete()
        return send(...asked)
      })
  }

  describe("a refund that another process has learnt to be complete", () => {
    /** While the job's check runs, another process checks too and is faster. */
    async function overtaken(instead: (word: string) => { status: string }) {
      const { payment } = await boughtYesterday(store)
      await refund(payment, 100.5)
      await sent()
      await store.passTime(HOUR)
      const { ledger } = store
      const ask = ledger.client.fetchRefund.bind(ledger.client)
      jest
        .spyOn(ledger.client, "fetchRefund")
        .mockImplementationOnce(async (id, urgency) => {
          const answer = await ask(id, urgency)
          expect(answer.status).toBe("complete")
          const [row] = await requests()
          await learnRefund(store.container, row!, answer)
          return { ...answer, ...instead(answer.status) }
        })
      await store.runJob("refunds")
      const [row] = await requests()
      expect(row).toMatchObject({
        status: "complete",
        service_status: "complete",
        held_reason: null,
      })
      expect(row!.look_after).not.toBeNull()
      expect(await causes()).toEqual([])
    }

    it("is no contradiction when this process's check then fails", () =>
      overtaken(() => {
        throw new UnavailableError("GET /api/refunds/:id: no answer came.")
      }))

    it("is no contradiction when an older answer arrives after it", () =>
      overtaken(() => ({ status: "pending" })))
  })

  it("is reported as refunded but not booked when it completes while the books are undone", async () => {
    const { payment } = await boughtYesterday(store)
    await refund(payment, 100.5)
    await sent()
    const [row] = await requests()
    const id = String(row!.refund_request_id)
    await store.sandbox.failRefund(id)
    const { ledger } = store
    const note = ledger.refunds.noted.bind(ledger.refunds)
    jest
      .spyOn(ledger.refunds, "noted")
      .mockImplementationOnce(async (...asked) => {
        // Its support repairs it, and somebody presses "Check now".
        await store.sandbox.completeRefund(id, { force: true })
        const [failed] = await requests()
        await learnRefund(store.container, failed!, asComplete(failed!))
        return note(...asked)
      })
    await later(2)
    await later(24 * 60)
    await later(7 * 24 * 60)
    expect((await requests())[0]).toMatchObject({
      status: "complete",
      held_reason: expect.stringMatching(/failed.*complete/),
    })
  })

  describe("a refund that was accepted late, after it was sent again", () => {
    async function sentTwice() {
      const { payment } = await boughtYesterday(store)
      pauseWhileSending(async (row) => {
        await store.ledger.refunds.absent(row, new Date(store.ledger.now()))
        await later(2)
      })
      await refund(payment, 100.5)
      await eventually(async () => (await requests()).length === 2)
      expect(atService()).toEqual([10_050, 10_050])
      expect(await texts()).toEqual([expect.stringContaining(TWICE)])
      const [row] = await requests()
      return row!
    }

    it("is still reported when the second one fails", async () => {
      const row = await sentTwice()
      await store.sandbox.failRefund(String(row.refund_request_id))
      await later(30)
      expect(await requests()).toMatchObject([
        { status: "failed" },
        { status: expect.stringMatching(/requested|pending|complete/) },
      ])
      expect((await texts()).join()).toContain(TWICE)
    })

    it("is not offered to be returned a third time when the second one fails", async () => {
      const row = await sentTwice()
      const ended = { looks: 1, finished_at: new Date(), look_after: null }
      await store.ledger.refunds.said(row, "failed", ended)
      const actions = (await causes()).flatMap((cause) => cause.actions)
      expect(actions).not.toContain("retry")
      expect((await retry(row.id)).status).toBe(409)
      expect(atService()).toEqual([10_050, 10_050])
    })

    it("is told of once when both are complete", async () => {
      const row = await sentTwice()
      await learnRefund(store.container, row, asComplete(row))
      const [complete, late] = await requests()
      expect(complete).toMatchObject({ status: "complete", held_reason: null })
      await learnRefund(store.container, late!, asComplete(late!))
      expect(await texts()).toEqual([expect.stringContaining(TWICE)])
    })

    it("is not offered to be returned a third time when the late one fails", async () => {
      await sentTwice()
      const [, late] = await requests()
      const ended = { looks: 1, finished_at: new Date(), look_after: null }
      await store.ledger.refunds.said(late!, "failed", ended)
      const actions = (await causes()).flatMap((cause) => cause.actions)
      expect(actions).not.toContain("retry")
      const { status, data } = await retry(late!.id)
      expect(status).toBe(409)
      expect(data.message).not.toMatch(/refund again/i)
    })
  })

  describe("a refund that was accepted late, and whose second sending the service did not take", () => {
    const busy = new RateLimitError("Try again in 1 second.", 1)
    const isAbsent = (row: RefundRequestRow) =>
      store.ledger.refunds.absent(row, new Date(store.ledger.now()))

    it("is the one that was accepted, and is not sent a third time", async () => {
      const { payment } = await boughtYesterday(store)
      const then: RefundRequestRow[] = []
      pauseWhileSending(async (row) => {
        await isAbsent(row)
        jest
          .spyOn(store.ledger.client, "createRefund")
          .mockRejectedValueOnce(busy)
        await later(2)
        then.push(row, ...(await requests()))
      })
      await refund(payment, 100.5)
      await eventually(async () =>
        (await requests()).some((row) => row.refund_request_id)
      )
      const [first, second] = then
      expect(second).toMatchObject({ id: first!.id, status: "scheduled" })
      expect(second!.sent_at).not.toEqual(first!.sent_at)
      await later(2)
      expect(atService()).toEqual([10_050])
      const [only, ...others] = await requests()
      expect(only!.refund_request_id).not.toBeNull()
      expect(others).toEqual([])
      expect(await causes()).toEqual([])
    })

    /** No answer comes to the second sending; the first is accepted after it. */
    async function secondInDoubt() {
      const { payment, order } = await boughtYesterday(store)
      pauseWhileSending(async (row) => {
        await isAbsent(row)
        jest
          .spyOn(store.ledger.client, "createRefund")
          .mockRejectedValueOnce(new UnavailableError("No answer.", false))
        await later(2)
      })
      await refund(payment, 100.5)
      await eventually(async () => (await requests()).length === 2)
      const [row, late] = await requests()
      expect(row).toMatchObject({ status: "in_doubt", replaced_by: late!.id })
      const ended = (end: object) =>
        store.adminPost(
          `/admin/instalments/refund-requests/${row!.id}/end-doubt`,
          end
        )
      return { row, late, ended, order }
    }

    it("is that one when a person says that the second has failed, and stays in the books", async () => {
      const { row, late, ended, order } = await secondInDoubt()
      const before = await readTotals(store, order.id)
      expect((await ended({ failed: true })).status).toBe(200)
      await later(2)
      await later(24 * 60)
      expect(await requests()).toMatchObject([
        { id: row!.id, refund_request_id: late!.refund_request_id },
      ])
      expect([...store.sandbox.refundRequests.values()]).toMatchObject([
        { amount: 10_050, status: "complete" },
      ])
      expect(await readTotals(store, order.id)).toEqual(before)
      // Nobody is told to refund it again.
      expect(await causes()).toEqual([])
    })

    it("is that one when a person who names it says that there is no second", async () => {
      const { row, late, ended } = await secondInDoubt()
      const { refund_request_id } = late!
      const named = await ended({ refund_request_id })
      expect(named.status).toBe(409)
      expect(named.data.message).toContain(
        "is the other sending of this refund"
      )
      expect(named.data.message).toContain("say that it does not have it")
      expect((await ended({ absent: true })).status).toBe(200)
      await later(2)
      expect(atService()).toEqual([10_050])
      expect(await requests()).toMatchObject([
        { id: row!.id, refund_request_id, replaced_by: null },
      ])
      expect(await causes()).toEqual([])
    })

    const refusal = (detail: string) =>
      new RuleError("POST /api/refunds", 422, detail)
    it.each([
      ["was not processed", () => busy],
      ["was refused", () => refusal("More than the remainder.")],
    ])(
      "is the one that was accepted during the second sending, which %s",
      async (_, failure) => {
        const { payment } = await boughtYesterday(store)
        const second: Promise<unknown>[] = []
        pauseWhileSending(async (row) => {
          // By a person's word: of what the list lacks, a refusal is a witness.
          const { refunds, now } = store.ledger
          await refunds.saidAbsent(row, new Date(now()))
          await new Promise<void>((isOnItsWay) => {
            jest
              .spyOn(store.ledger.client, "createRefund")
              .mockImplementationOnce(async () => {
                isOnItsWay()
                await eventually(async () => (await requests()).length === 2)
                throw failure()
              })
            second.push(later(2))
          })
        })
        await refund(payment, 100.5)
        await eventually(() => second.length > 0)
        await Promise.all(second)
        await later(2)
        expect(atService()).toEqual([10_050])
        const [only, ...others] = await requests()
        expect(others).toEqual([])
        expect(only).toMatchObject({
          refund_request_id: [...store.sandbox.refundRequests.keys()][0],
          replaced_by: null,
          held_reason: null,
        })
        expect(await causes()).toEqual([])
        await later(7 * 24 * 60)
        expect(await requests()).toMatchObject([
          { status: "complete", undone_at: null },
        ])
        expect(await causes()).toEqual([])
      }
    )
  })

  it("is not sent by a process that was stopped while it waited for the limit, after others have sent it", async () => {
    const { payment } = await boughtYesterday(store)
    const { ledger } = store
    const resent: number[] = []
    jest
      .spyOn(ledger.client, "createRefund")
      .mockRejectedValueOnce(new RateLimitError("Used up.", 1, true))
    jest.spyOn(ledger.limits, "wait").mockImplementationOnce(async () => {
      await store.passTime(15 * MINUTE)
      await ledger.refunds.lost(new Date(ledger.now()))
      const [row] = await requests()
      await ledger.refunds.absent(row!, new Date(ledger.now()))
      await later(2)
      resent.push(...atService())
      await ledger["db"]("instalments_request_limit").delete()
      return 0
    })
    await refund(payment, 100.5)
    await eventually(() => resent.length > 0)
    await store.refundsAreSent()
    expect(resent).toEqual([10_050])
    await later(2)
    expect(atService()).toEqual([10_050])
    expect((await texts()).join()).not.toContain(TWICE)
  })

  it("is not sent once more by a process that waits for the limit while an earlier sending is accepted", async () => {
    const { payment } = await boughtYesterday(store)
    const { ledger } = store
    let accepted = ""
    const freeLimit = () => ledger["db"]("instalments_request_limit").delete()
    jest
      .spyOn(ledger.client, "createRefund")
      .mockRejectedValueOnce(new RateLimitError("Used up.", 1, true))
    jest.spyOn(ledger.limits, "wait").mockImplementationOnce(async () => {
      const [row] = await requests()
      const { checkout_id, amount } = row!
      const asked = { checkout_id: checkout_id!, amount }
      const late = await ledger.client.createRefund(asked)
      const sent_at = new Date(Number(row!.sent_at) - MINUTE)
      await ledger.refunds.acceptedLate(
        { ...row!, sent_at },
        {
          refund_request_id: late.id,
          word: late.status,
          look_after: new Date(ledger.now() + MINUTE),
        }
      )
      accepted = late.id
      await store.passTime(5_000)
      await freeLimit()
      return 0
    })
    await refund(payment, 100.5)
    await eventually(() => accepted !== "")
    await store.refundsAreSent()
    await later(2)
    expect(atService()).toEqual([10_050])
    expect(await requests()).toMatchObject([{ refund_request_id: accepted }])
    expect((await texts()).join()).not.toContain(TWICE)
  })

  it("is ended by a person, and not sent again, when the service answers it with the id of another one", async () => {
    const { payment } = await boughtYesterday(store)
    await refund(payment, 100.5)
    await sent()
    const [first] = await requests()
    const id = String(first!.refund_request_id)
    const known = await store.ledger.client.fetchRefund(id, "on_demand")
    jest
      .spyOn(store.ledger.client, "createRefund")
      .mockResolvedValueOnce(known as never)
    await refund(payment, 20)
    await later(5)
    await later(24 * 60)
    expect(atService()).toEqual([10_050])
    const all = await requests()
    const second = all.find(({ amount }) => amount === 2_000)
    expect(second).toMatchObject({
      status: "in_doubt",
      refund_request_id: null,
      held_reason: expect.stringContaining(`as ${id}, which is another`),
    })
    expect((await texts()).join()).toContain("it may have only one of the two")
  })

  describe("a refund that was accepted late, after a person called it failed", () => {
    type Meanwhile = (payment: { id: string }) => Promise<void>

    async function acceptedAfterFailure(meanwhile?: Meanwhile) {
      const { payment } = await boughtYesterday(store)
      const { ledger } = store
      pauseWhileSending(async (row) => {
        await ledger.refunds.saidFailed(row, new Date(ledger.now()))
        await meanwhile?.(payment)
      })
      await refund(payment, 100.5)
      await eventually(async () => (await texts()).join().includes(TWICE))
      const [row] = await requests()
      expect(row).toMatchObject({ status: "failed" })
      return row!
    }

    it("is not told of as owed when it was refunded again and support stops the one that was accepted late", async () => {
      const row = await acceptedAfterFailure()
      await sent()
      // As the dialog said: from the order's page.
      const path = `/admin/payments/${row.payment_id}/refund`
      expect((await store.adminPost(path, { amount: 100.5 })).status).toBe(200)
      await sent()
      expect(atService()).toEqual([10_050, 10_050])
      const late = (await requests())[1]
      await store.sandbox.failRefund(String(late!.refund_request_id))
      await later(30)
      await later(24 * 60)
      expect(await requests()).toMatchObject([
        { status: "failed" },
        { status: "failed" },
        { status: "complete" },
      ])
      expect((await texts()).join()).not.toMatch(/refund again/)
    })

    it("is not offered to be returned once more", async () => {
      const row = await acceptedAfterFailure()
      expect(atService()).toEqual([10_050])
      expect((await texts()).join()).toContain(TWICE)
      expect((await retry(row.id)).status).toBe(409)
      expect(atService()).toEqual([10_050])
    })

    it("is reported although another one has replaced it", async () => {
      await acceptedAfterFailure(async ({ id }) => {
        await store.db("instalments_request_limit").delete()
        const as = { headers: store.admin }
        const amount = 100.5
        // Without the wait until all are sent: the first one is not meanwhile.
        await store.api.post(`/admin/payments/${id}/refund`, { amount }, as)
      })
      await sent()
      expect(atService()).toEqual([10_050, 10_050])
      expect((await texts()).join()).toContain(TWICE)
    })
  })

  it("keeps a doubt that a person must end when a reading of the list ends meanwhile", async () => {
    const { payment } = await boughtYesterday(store)
    const fault = { path: "/api/refunds", method: "POST", times: 1 }
    store.sandbox.fault({ ...fault, kind: "lost_answer" })
    await refund(payment, 100.5)
    await sent()
    const [row] = await requests()
    const [id] = store.sandbox.refundRequests.keys()
    const { ledger } = store
    jest
      .spyOn(ledger.client, "listRefunds")
      .mockImplementationOnce(async () => {
        // The answer to an earlier sending of it arrives now.
        const earlier = { ...row!, sent_at: new Date(+row!.sent_at! - MINUTE) }
        await ledger.refunds.acceptedLate(earlier, {
          refund_request_id: id!,
          word: "requested",
          look_after: new Date(ledger.now() + HOUR),
        })
        const links = { next: null }
        return { data: [], links, next: null, last: null }
      })
    await later(2)
    expect(await requests()).toMatchObject([
      { status: "in_doubt", held_reason: expect.stringContaining(TWICE) },
      { status: "requested", refund_request_id: id },
    ])
    await later(2)
    expect(atService()).toEqual([10_050])
    const refused = await retry(row!.id)
    expect(refused.status).toBe(409)
    expect(refused.data.message).toContain("it is not sent again")
    // When a person says that the service lacks it, it is the one of before.
    const { status } = await store.adminPost(
      `/admin/instalments/refund-requests/${row!.id}/end-doubt`,
      { absent: true }
    )
    expect(status).toBe(200)
    await later(2)
    expect(atService()).toEqual([10_050])
    expect(await requests()).toMatchObject([
      { id: row!.id, refund_request_id: id, held_reason: null },
    ])
    expect(await causes()).toEqual([])
  })
})
