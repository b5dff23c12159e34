import {
  RateLimitError,
  UnavailableError,
} from "../../src/modules/instalments/client/errors"
import type { RefundRequestRow } from "../../src/modules/instalments/ledger/rows"
import { learnRefund } from "../../src/workflows/refunds/follow-refunds"
import { boughtYesterday, MINUTE } from "../harness/calendar"
import { eventually } from "../harness/pause-at-write"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const HOUR = 60 * MINUTE
const TWICE = "it may be refunded twice"

/** What the service says of one that is complete, as it was asked for. */
const asComplete = (row: RefundRequestRow) => ({ ...row, status: "complete" })

/** The service's answer comes after others have decided, or read another one. */
withStore((store) => {
  const actions = refundActions(store)
  const { refund, requests, atService, later } = actions
  const { retry, endDoubt, alerts, told } = actions
  const sent = () => store.runJob("refunds")
  const isAbsent = (row: RefundRequestRow) =>
    store.ledger.refunds.absent(row, new Date(store.ledger.now()))

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

  it("another process has learnt meanwhile that it is complete: that this one's check fails, or has an older answer, contradicts nothing", async () => {
    const { payment } = await boughtYesterday(store)
    const { ledger } = store
    const ask = ledger.client.fetchRefund.bind(ledger.client)
    const fails = (): never => {
      throw new UnavailableError("GET /api/refunds/:id: no answer came.")
    }
    for (const instead of [fails, () => ({ status: "pending" })]) {
      await refund(payment, 100.5)
      await sent()
      await store.passTime(HOUR)
      jest
        .spyOn(ledger.client, "fetchRefund")
        .mockImplementationOnce(async (id, urgency) => {
          const answer = await ask(id, urgency)
          expect(answer.status).toBe("complete")
          const row = (await requests()).at(-1)
          await learnRefund(store.container, row!, answer)
          return { ...answer, ...instead() }
        })
      await sent()
      const row = (await requests()).at(-1)
      expect(row).toMatchObject({
        ...{ status: "complete", service_status: "complete" },
        held_reason: null,
      })
      expect(row!.next_check_at).not.toBeNull()
      expect(await alerts()).toEqual([])
    }
  })

  describe("a refund that was accepted late, after it was sent again", () => {
    async function sentTwice() {
      const { payment } = await boughtYesterday(store)
      pauseWhileSending(async (row) => {
        await isAbsent(row)
        await later(2)
      })
      await refund(payment, 100.5)
      await eventually(async () => (await requests()).length === 2)
      expect(atService()).toEqual([10_050, 10_050])
      expect(await alerts()).toHaveLength(1)
      expect(await told()).toContain(TWICE)
      const [row, late] = await requests()
      return { row: row!, late: late! }
    }

    it("is still reported when the second one fails, and not offered to be returned a third time", async () => {
      const { row } = await sentTwice()
      await store.sandbox.failRefund(String(row.refund_request_id))
      await later(30)
      expect(await requests()).toMatchObject([
        { status: "failed" },
        { status: expect.stringMatching(/requested|pending|complete/) },
      ])
      expect(await told()).toContain(TWICE)
      const offered = (await alerts()).flatMap(({ actions }) => actions)
      expect(offered).not.toContain("retry")
      expect((await retry(row.id)).status).toBe(409)
      expect(atService()).toEqual([10_050])
    })

    it("is not offered to be returned a third time when the late one fails", async () => {
      const { late } = await sentTwice()
      const ended = {
        check_count: 1,
        finished_at: new Date(),
        next_check_at: null,
      }
      await store.ledger.refunds.said(late, "failed", ended)
      const offered = (await alerts()).flatMap(({ actions }) => actions)
      expect(offered).not.toContain("retry")
      const { status, data } = await retry(late.id)
      expect(status).toBe(409)
      expect(data.message).not.toMatch(/refund again/i)
    })

    it("is told of once when both are complete", async () => {
      const { row, late } = await sentTwice()
      await learnRefund(store.container, row, asComplete(row))
      expect(await requests()).toMatchObject([
        { status: "complete", held_reason: null },
        {},
      ])
      await learnRefund(store.container, late, asComplete(late))
      expect(await alerts()).toHaveLength(1)
      expect(await told()).toContain(TWICE)
    })
  })

  describe("a refund that was accepted late, and whose second sending the service did not take,", () => {
    it("is the one that was accepted, and is not sent a third time", async () => {
      const { payment } = await boughtYesterday(store)
      const then: RefundRequestRow[] = []
      pauseWhileSending(async (row) => {
        await isAbsent(row)
        jest
          .spyOn(store.ledger.client, "createRefund")
          .mockRejectedValueOnce(new RateLimitError("Try again.", 1))
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
      expect(await alerts()).toEqual([])
    })

    it("is that one when no answer came, and a person who names it says that there is no second", async () => {
      const { payment } = await boughtYesterday(store)
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
      expect(row).toMatchObject({ status: "in_doubt", superseded_by: late!.id })
      const { refund_request_id } = late!
      const named = await endDoubt(row!.id, { refund_request_id })
      expect(named.status).toBe(409)
      expect(named.data.message).toContain(
        "is the other sending of this refund"
      )
      expect(named.data.message).toContain("say that it does not have it")
      expect((await endDoubt(row!.id, { absent: true })).status).toBe(200)
      await later(2)
      expect(atService()).toEqual([10_050])
      expect(await requests()).toMatchObject([
        { id: row!.id, refund_request_id, superseded_by: null },
      ])
      expect(await alerts()).toEqual([])
    })
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
      await isAbsent(row!)
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
    expect(await told()).not.toContain(TWICE)
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
      ...{ status: "in_doubt", refund_request_id: null },
      held_reason: expect.stringContaining(`as ${id}, which is another`),
    })
    expect(await told()).toContain("it may have only one of the two")
  })

  it("is offered by nobody to be returned once more when a person had called it failed, nor owed when support then stops it and it was refunded again", async () => {
    const { payment } = await boughtYesterday(store)
    const { ledger } = store
    pauseWhileSending((row) =>
      ledger.refunds.saidFailed(row, new Date(ledger.now()))
    )
    await refund(payment, 100.5)
    await eventually(async () => (await told()).includes(TWICE))
    const [row, late] = await requests()
    expect(row).toMatchObject({ status: "failed" })
    expect((await retry(row!.id)).status).toBe(409)
    expect(atService()).toEqual([10_050])
    await sent()
    // As the dialog said: from the order's page.
    expect((await refund(payment, 100.5)).status).toBe(200)
    await sent()
    expect(atService()).toEqual([10_050, 10_050])
    await store.sandbox.failRefund(String(late!.refund_request_id))
    await later(30)
    await later(24 * 60)
    expect(await requests()).toMatchObject([
      { status: "failed" },
      { status: "failed" },
      { status: "complete" },
    ])
    expect(await told()).not.toMatch(/refund again/)
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
          ...{ refund_request_id: id!, word: "requested" },
          next_check_at: new Date(ledger.now() + HOUR),
        })
        return {
          ...{ data: [], unread: 0, links: { next: null } },
          ...{ next: null, last: null },
        }
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
    expect((await endDoubt(row!.id, { absent: true })).status).toBe(200)
    await later(2)
    expect(atService()).toEqual([10_050])
    expect(await requests()).toMatchObject([
      { id: row!.id, refund_request_id: id, held_reason: null },
    ])
    expect(await alerts()).toEqual([])
  })
})
