import type { SandboxRefundRequest } from "../../src/sandbox"
import { RuleError } from "../../src/modules/instalments/client/errors"
import {
  ageRows,
  boughtYesterday,
  MINUTE,
  tomorrowMorning,
} from "../harness/calendar"
import { readTotals } from "../harness/read-totals"
import { eventually } from "../harness/pause-at-write"
import { withStore } from "../harness/with-store"

const create = { path: "/api/refunds", method: "POST" }
/** Of R 1 399,55: more than half, so the service accepts no second one. */
const MOST = 1_000
const PART = 100.5
const THERE = expect.stringMatching(/^(requested|pending|complete)$/)

withStore((store) => {
  const refund = (payment: { id: string }, amount: number) =>
    store.adminPost(`/admin/payments/${payment.id}/refund`, { amount })
  const requests = () =>
    store.ledger.listRefundRequests({}, { order: { created_at: "ASC" } })
  const atService = () =>
    [...store.sandbox.refundRequests.values()].map(({ amount }) => amount)
  const sendings = () => store.sandbox.journal.counts["POST /api/refunds"] ?? 0
  /** Sends what is due. */
  const sent = () => store.runJob("refunds")
  const later = async (minutes: number) => {
    // The list may be read once a minute; the test does not wait for that.
    await store.db("instalments_request_limit").delete()
    store.sandbox.set({ limits: { enabled: false } })
    await store.passTime(minutes * MINUTE)
    await store.runJob("refunds")
  }
  /** The list is read, it is sent once more, and the list is read again. */
  const askedAgain = async () => {
    await later(2)
    await later(2)
    await later(2)
  }
  /** A refund that the service has without any of our requests. */
  const refundAtService = (
    made: Pick<SandboxRefundRequest, "id" | "checkout_id" | "amount">
  ) => {
    store.sandbox.refundRequests.set(made.id, {
      ...made,
      currency: "ZAR",
      status: "requested",
      created_at: new Date(store.sandbox.now()).toISOString(),
      next_move_at: store.sandbox.now() + 5 * MINUTE,
    })
    return made.id
  }
  /** The service's support refunds another shopper, the same amount. */
  const supportRefunds = (amount: number) =>
    refundAtService({
      id: "refund-by-support",
      checkout_id: "checkout-of-another-shop",
      amount,
    })
  async function lost(
    amount: number,
    kind: "lost_answer" | "down" = "lost_answer"
  ) {
    const purchase = await boughtYesterday(store)
    store.sandbox.fault({ ...create, kind, times: 1 })
    expect((await refund(purchase.payment, amount)).status).toBe(200)
    await sent()
    expect(await requests()).toMatchObject([{ status: "in_doubt" }])
    return purchase
  }
  /** Two payments whose refunds of one amount were lost at about the same time. */
  async function twoLost(amount: number) {
    const first = await store.buy()
    const second = await store.buy()
    await tomorrowMorning(store)
    store.sandbox.fault({ ...create, kind: "lost_answer", times: 2 })
    await refund(first.payment, amount)
    await refund(second.payment, amount)
    await sent()
  }

  describe("a refund whose answer was lost, of more than half of what is left", () => {
    it("stays in Medusa, and is matched when the list shows it and the service accepts no second one", async () => {
      const { order } = await lost(MOST)
      await later(2)
      expect(await requests()).toMatchObject([
        { status: "in_doubt", remainder_refused_at: expect.any(Date) },
      ])
      await later(2)
      const [known] = store.sandbox.refundRequests.values()
      expect(await requests()).toMatchObject([
        { refund_request_id: known!.id, last_error: null, status: THERE },
      ])
      await later(30)
      expect(await requests()).toMatchObject([{ status: "complete" }])
      expect(atService()).toEqual([100_000])
      expect(await readTotals(store, order.id)).toMatchObject({
        refunded_total: MOST,
      })
    })

    it("is sent again when it never arrived", async () => {
      await lost(MOST, "down")
      expect(atService()).toEqual([])
      await askedAgain()
      expect(await requests()).toMatchObject([{ status: THERE }])
      expect(atService()).toEqual([100_000])
    })

    it("is not matched with one that support made at the same time", async () => {
      await lost(MOST, "down")
      const support = supportRefunds(100_000)
      await askedAgain()
      const [row] = await requests()
      expect(row).toMatchObject({ status: THERE })
      expect(row!.refund_request_id).not.toBe(support)
      expect(atService()).toEqual([100_000, 100_000])
    })

    it("is not matched with another shop's because support has refunded its payment", async () => {
      const { payment, reference } = await boughtYesterday(store)
      const checkout = [...store.sandbox.checkouts.values()].find(
        (one) => one.client_reference_id === reference
      )
      refundAtService({
        id: "part-by-support",
        checkout_id: checkout!.id,
        amount: 50_000,
      })
      await later(60)
      store.sandbox.fault({ ...create, kind: "down", times: 1 })
      await refund(payment, MOST)
      await sent()
      const other = supportRefunds(100_000)
      await askedAgain()
      await later(15)
      expect(await requests()).toMatchObject([
        {
          status: "in_doubt",
          refund_request_id: null,
          held_reason: expect.stringMatching(
            `may be for another refund of its payment.*${other}`
          ),
        },
      ])
      expect(atService()).toEqual([50_000, 100_000])
    })

    it("is held with both ids, never guessed, when another one is alike", async () => {
      await twoLost(MOST)
      await askedAgain()
      await later(10)
      const ids = [...store.sandbox.refundRequests.keys()]
      const rows = await requests()
      expect(rows).toHaveLength(2)
      for (const { status, held_reason } of rows) {
        expect(status).toBe("in_doubt")
        ids.forEach((id) => expect(held_reason).toContain(id))
      }
      for (const { id, checkout_id } of rows) {
        const itself = [...store.sandbox.refundRequests.values()].find(
          (refund) => refund.checkout_id === checkout_id
        )
        const path = `/admin/instalments/refund-requests/${id}/end-doubt`
        const end = { refund_request_id: itself!.id }
        expect((await store.adminPost(path, end)).status).toBe(200)
      }
      await later(60)
      expect(await requests()).toMatchObject([
        { status: "complete" },
        { status: "complete" },
      ])
      expect(atService()).toEqual([100_000, 100_000])
    })
  })

  describe("a refund whose answer was lost, of less", () => {
    it("is for a person when the list shows what may be it", async () => {
      await lost(PART)
      await later(2)
      const [known] = store.sandbox.refundRequests.keys()
      const [row] = await requests()
      expect(row).toMatchObject({
        status: "in_doubt",
        held_reason: expect.stringContaining(known!),
      })
      const path = `/admin/instalments/refund-requests/${row!.id}/end-doubt`
      const end = { refund_request_id: known }
      expect((await store.adminPost(path, end)).status).toBe(200)
      await later(30)
      expect(await requests()).toMatchObject([{ status: "complete" }])
      expect(atService()).toEqual([10_050])
    })

    it("is sent again when two readings, ten minutes apart, show none", async () => {
      await lost(PART, "down")
      await later(2)
      await later(2)
      await later(2)
      expect([sendings(), atService()]).toEqual([1, []])
      await later(10)
      await later(2)
      expect(atService()).toEqual([10_050])
      expect(await requests()).toMatchObject([{ status: THERE }])
    })

    it("is not complete, nor sent, because support refunded the same amount", async () => {
      await lost(PART, "down")
      const support = supportRefunds(10_050)
      await later(2)
      await later(60)
      expect(await requests()).toMatchObject([
        {
          status: "in_doubt",
          refund_request_id: null,
          held_reason: expect.stringContaining(support),
        },
      ])
      expect(sendings()).toBe(1)
    })

    it("is not held for what the list had shown before it was sent", async () => {
      const { payment } = await boughtYesterday(store)
      supportRefunds(10_050)
      await later(60)
      store.sandbox.fault({ ...create, kind: "down", times: 1 })
      await refund(payment, PART)
      await sent()
      await later(2)
      await later(11)
      await later(2)
      expect(await requests()).toMatchObject([{ status: THERE }])
    })

    it("is held with both ids, and not guessed, when another one matches too", async () => {
      await twoLost(PART)
      await later(2)
      const ids = [...store.sandbox.refundRequests.keys()]
      const rows = await requests()
      expect(rows).toHaveLength(2)
      for (const { status, held_reason } of rows) {
        expect(status).toBe("in_doubt")
        ids.forEach((id) => expect(held_reason).toContain(id))
      }
      await later(60)
      expect([sendings(), atService()]).toEqual([2, [10_050, 10_050]])
    })
  })

  describe.each([PART, MOST])(
    "with clocks apart, a refund of R %d",
    (amount) => {
      const moveOurs = async (minutes: number) => {
        store.ledger.options.clockOffset += minutes * MINUTE
      }
      const moveTheirs = (minutes: number) =>
        store.sandbox.advance(minutes * MINUTE)

      const stay = async () => {}
      it.each([
        ["ours is ahead", moveOurs, stay],
        ["the service's is ahead", moveTheirs, stay],
        ["ours is set before the list is read", stay, moveOurs],
        ["the service's is set before the list is read", stay, moveTheirs],
      ])("is never at the service twice when %s", async (_, before, after) => {
        const { payment } = await boughtYesterday(store)
        await before(11)
        store.sandbox.fault({ ...create, kind: "lost_answer", times: 1 })
        await refund(payment, amount)
        await sent()
        await after(11)
        await askedAgain()
        await later(15)
        await later(15)
        expect(atService()).toEqual([Math.round(amount * 100)])
        const [known] = store.sandbox.refundRequests.keys()
        const [row] = await requests()
        expect([row!.refund_request_id, row!.held_reason].join()).toContain(
          known
        )
      })
    }
  )

  it("is known and not sent again when the answer comes late", async () => {
    const { payment } = await boughtYesterday(store)
    const { ledger } = store
    const send = ledger.client.createRefund.bind(ledger.client)
    jest
      .spyOn(ledger.client, "createRefund")
      .mockImplementationOnce(async (...asked) => {
        // The process is stopped, and others decide.
        const [row] = await requests()
        await ledger.refunds.lost(new Date(ledger.now() + 3 * MINUTE))
        await ledger.refunds.absent(row!, new Date(ledger.now()))
        return send(...asked)
      })
    await refund(payment, PART)
    await eventually(() => atService().length > 0)
    await later(2)
    expect(await requests()).toMatchObject([{ status: THERE }])
    expect(atService()).toEqual([10_050])
  })

  it("keeps the payment's other refunds waiting, and says so, until it has ended", async () => {
    const { payment } = await lost(MOST)
    expect((await refund(payment, PART)).status).toBe(200)
    await sent()
    const [doubted, waiting] = await requests()
    expect(waiting).toMatchObject({ status: "scheduled" })
    const path = `/admin/instalments/refund-requests?reference=${doubted!.reference}`
    const { data } = await store.adminGet(path)
    const shown = data.refund_requests.map(
      (row: { id: string; waits_for: string | null }) => [row.id, row.waits_for]
    )
    expect(Object.fromEntries(shown)).toEqual({
      [doubted!.id]: null,
      [waiting!.id]: doubted!.id,
    })
    const detail = await store.adminGet(
      `/admin/instalments/checkouts/${doubted!.reference}`
    )
    expect(JSON.stringify(detail.data.checkout.timeline)).toContain(
      `in doubt (${doubted!.id}) to end.`
    )
    const [alert] = await store.ledger.attention.read(doubted!.reference)
    expect(alert!.text).toContain("Another refund of this payment waits")
    await askedAgain()
    await later(2)
    await later(30)
    expect(atService()).toEqual([100_000, 10_050])
    expect(await requests()).toMatchObject([
      { status: "complete" },
      { status: "complete" },
    ])
  })

  describe("the list of refund requests", () => {
    const refusal = new RuleError("no such page", 404, "Not found.")
    const READING = "refund-list"
    const keepReading = (
      page: { number: number; items: number },
      seen = {}
    ) => {
      const now = new Date(store.ledger.now())
      return store.ledger.readings.keep(READING, {
        ...{ begunAt: now, backTo: now, page },
        seen: {
          ...{ newestFirst: true, falls: true, lowest: null, missing: [] },
          ...{ pages: 6, failures: 0, numbered: 0 },
          ...{ isCounting: false, toItsEnd: false },
          ...{ marks: [], size: 0, joins: false, counts: 0, ...seen },
        },
      })
    }

    it("is read from the beginning when the next page no longer exists", async () => {
      await lost(MOST)
      await keepReading({ number: 7, items: 100 })
      jest
        .spyOn(store.ledger.client, "listRefunds")
        .mockRejectedValueOnce(refusal)
      await later(2)
      await later(2)
      await askedAgain()
      await later(2)
      expect(await requests()).toMatchObject([{ status: THERE }])
      expect(atService()).toEqual([100_000])
    })

    it.each([
      ["refuses every page", () => Promise.reject(refusal)],
      [
        "leads back to its first page",
        async () => ({
          data: [],
          links: { next: "" },
          next: { number: 1, items: 100 },
          last: null,
        }),
      ],
    ])("leaves it to a person when it %s", async (_, answer) => {
      await lost(PART)
      jest.spyOn(store.ledger.client, "listRefunds").mockImplementation(answer)
      for (let run = 0; run < 11; run++) {
        await later(2)
      }
      expect(await requests()).toMatchObject([
        {
          status: "in_doubt",
          held_reason: expect.stringContaining("cannot be read"),
        },
      ])
      const underWay = { id: READING }
      expect(await store.ledger.listSweeps(underWay)).toEqual([])
      expect(sendings()).toBe(1)
    })

    it("is for a person when the service has not answered for it in two days", async () => {
      const { reference } = await lost(PART)
      const gone = { path: "/api/refunds", method: "GET", status: 500 }
      store.sandbox.fault({ ...gone, kind: "error", times: 100 })
      const text = async () => {
        const causes = await store.ledger.attention.read(reference)
        return causes.map((cause) => cause.text).join()
      }
      await later(60)
      expect(await text()).toContain("Nothing has to be done")
      await later(48 * 60)
      expect(await text()).not.toContain("Nothing has to be done")
      expect(await text()).toMatch(/Ask its support, and end the doubt/)
    })

    describe("of an account with 2,000 refunds of others", () => {
      const PAGES = 20
      const pages = () => store.sandbox.journal.counts["GET /api/refunds"] ?? 0
      beforeEach(async () => {
        store.sandbox.set({ refunds: { order: "newest_first" } })
        for (let i = 100 * PAGES; i > 0; i--) {
          const made = store.sandbox.now() - i * 60 * MINUTE
          store.sandbox.refundRequests.set(`others-${i}`, {
            ...{ id: `others-${i}`, checkout_id: `of-others-${i}` },
            ...{ amount: 10_050, currency: "ZAR", status: "complete" },
            ...{ created_at: new Date(made).toISOString(), next_move_at: null },
          })
        }
        await later(60)
        for (let run = 1; run < PAGES; run++) {
          await later(1)
        }
        expect(pages()).toBe(PAGES)
      })
      const ours = () => atService().slice(100 * PAGES)

      it("is read for what is new, and its last page", async () => {
        await lost(MOST)
        // Two readings, and the one that had begun before it was sent.
        for (let run = 0; run < 10; run++) {
          await later(1)
        }
        expect(await requests()).toMatchObject([{ status: THERE }])
        expect(ours()).toEqual([100_000])
        expect(pages() - PAGES).toBeLessThanOrEqual(9)
      })

      it("is read to its end when it hides what is new below", async () => {
        await lost(PART)
        const all = [...store.sandbox.refundRequests]
        const [own] = all.splice(-1)
        store.sandbox.refundRequests.clear()
        for (const [id, refund] of [own!, ...all]) {
          store.sandbox.refundRequests.set(id, refund)
        }
        for (let run = 0; run < PAGES + 6; run++) {
          await later(1)
        }
        expect(await requests()).toMatchObject([
          { status: "in_doubt", held_reason: expect.stringContaining(own![0]) },
        ])
        expect(sendings()).toBe(1)
      })
    })

    it("is not called endless for the pages that were read to count it in vain", async () => {
      await lost(PART)
      const page = { number: 600, items: 100 }
      await keepReading(page, { pages: 999, isCounting: true })
      await later(2)
      await later(2)
      const [known] = store.sandbox.refundRequests.keys()
      expect(await requests()).toMatchObject([
        { status: "in_doubt", held_reason: expect.stringContaining(known!) },
      ])
    })

    it("proves no absence while it lacks what the service has accepted", async () => {
      const { payment } = await boughtYesterday(store)
      await refund(payment, 50)
      await sent()
      await later(2)
      const [accepted] = store.sandbox.refundRequests.values()
      store.sandbox.fault({ ...create, kind: "down", times: 1 })
      await refund(payment, PART)
      await sent()
      store.sandbox.refundRequests.delete(accepted!.id)
      await later(2)
      await later(11)
      await later(11)
      expect(sendings()).toBe(2)
      store.sandbox.refundRequests.set(accepted!.id, accepted!)
      await later(2)
      await later(11)
      await later(2)
      expect(atService()).toEqual([5_000, 10_050])
    })
  })

  it("calls a request in doubt whose process was killed while it was sent", async () => {
    const { payment } = await boughtYesterday(store)
    await refund(payment, MOST)
    await sent()
    const [row] = await requests()
    await store.ledger.updateRefundRequests({
      id: row!.id,
      status: "sending",
      refund_request_id: null,
    })
    await later(5)
    await askedAgain()
    expect(await requests()).toMatchObject([{ status: THERE }])
    expect(atService()).toEqual([100_000])
  })

  it("returns everything of an order that is cancelled on the purchase day", async () => {
    const { order } = await store.buy()
    const answer = await store.adminPost(`/admin/orders/${order.id}/cancel`)
    expect(answer.status).toBe(200)
    expect(await requests()).toMatchObject([
      { status: "scheduled", amount: 139_955 },
    ])
    const before = await readTotals(store, order.id)
    await ageRows(store)
    await tomorrowMorning(store)
    await store.runJob("refunds")
    expect(atService()).toEqual([139_955])
    // Core books it under the payment's name, not the refund's.
    expect(await readTotals(store, order.id)).toEqual(before)
  })

  it("checks many at once by the list, within the limits", async () => {
    const { payment } = await boughtYesterday(store)
    for (let i = 0; i < 3; i++) {
      await refund(payment, 100)
    }
    await later(30)
    const counts = store.sandbox.journal.counts
    expect(counts["GET /api/refunds/:id"] ?? 0).toBeLessThanOrEqual(3)
    // The hourly check for what others have refunded.
    expect(counts["GET /api/refunds"]).toBe(1)
  })
})
