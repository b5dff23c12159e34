import type { SandboxRefundRequest } from "../../src/sandbox"
import { ageRows, boughtYesterday, MINUTE } from "../harness/calendar"
import { tomorrowMorning } from "../harness/calendar"
import { readTotals } from "../harness/read-totals"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const create = { path: "/api/refunds", method: "POST" }
/** Of R 1 399,55: more than half, so the service accepts no second one. */
const MOST = 1_000
const PART = 100.5
const THERE = expect.stringMatching(/^(requested|pending|complete)$/)

/** The answer to a refund was lost: it is never sent again where that could double it. */
withStore((store) => {
  const actions = refundActions(store)
  const { refund, requests, atService, sendings, later } = actions
  const { endDoubt, alerts, told } = actions
  const sent = () => store.runJob("refunds")
  /** The list is read, it is sent once more, and the list is read again. */
  const askedAgain = async () => {
    await later(2)
    await later(2)
    await later(2)
  }
  /** The service's support refunds another shop's shopper, the same amount. */
  const supportRefunds = (amount: number) => {
    const made: SandboxRefundRequest = {
      ...{ id: "refund-by-support", checkout_id: "checkout-of-another-shop" },
      ...{ amount, currency: "ZAR", status: "requested" },
      created_at: new Date(store.sandbox.now()).toISOString(),
      next_move_at: store.sandbox.now() + 5 * MINUTE,
    }
    store.sandbox.refundRequests.set(made.id, made)
    return made.id
  }
  async function lost(amount: number, kind: "lost_answer" | "down") {
    const purchase = await boughtYesterday(store)
    store.sandbox.fault({ ...create, kind, times: 1 })
    expect((await refund(purchase.payment, amount)).status).toBe(200)
    await sent()
    expect(await requests()).toMatchObject([{ status: "in_doubt" }])
    return purchase
  }
  /** Two payments whose refunds of one part were lost: they cannot be told apart. */
  async function twoInDoubt() {
    const first = await store.buy()
    const second = await store.buy()
    await tomorrowMorning(store)
    store.sandbox.fault({ ...create, kind: "lost_answer", times: 2 })
    await refund(first.payment, PART)
    await refund(second.payment, PART)
    await sent()
    await later(2)
    await later(2)
    const [one, other] = await requests()
    const itself = (row: { checkout_id: string | null }) =>
      [...store.sandbox.refundRequests.values()].find(
        ({ checkout_id }) => checkout_id === row.checkout_id
      )!.id
    return { first, second, one: one!, other: other!, itself }
  }

  describe("a refund of more than half of what is left", () => {
    it("stays in Medusa, and is matched when the list shows it and the service accepts no second one", async () => {
      const { order } = await lost(MOST, "lost_answer")
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

    it("is sent again when it never arrived, and not matched with one that support made at the same time", async () => {
      await lost(MOST, "down")
      const support = supportRefunds(100_000)
      await askedAgain()
      const [row] = await requests()
      expect(row).toMatchObject({ status: THERE })
      expect(row!.refund_request_id).not.toBe(support)
      expect(atService()).toEqual([100_000, 100_000])
    })
  })

  it("a smaller one is sent again only when two readings, ten minutes apart, show none but what was listed before", async () => {
    const { payment } = await boughtYesterday(store)
    const support = supportRefunds(10_050)
    await later(60)
    store.sandbox.fault({ ...create, kind: "down", times: 1 })
    await refund(payment, PART)
    await sent()
    await askedAgain()
    expect([sendings(), atService()]).toEqual([1, [10_050]])
    await later(10)
    await later(2)
    expect(atService()).toEqual([10_050, 10_050])
    const [row] = await requests()
    expect(row).toMatchObject({ status: THERE, held_reason: null })
    expect(row!.refund_request_id).not.toBe(support)
  })

  it("a smaller one that the list may show is for a person, who says which it is, and then the payment's other refunds are sent", async () => {
    const { first, one, other, itself } = await twoInDoubt()
    const ids = [itself(one), itself(other)]
    for (const { status, held_reason } of [one, other]) {
      expect(status).toBe("in_doubt")
      ids.forEach((id) => expect(held_reason).toContain(id))
    }
    await later(60)
    expect([sendings(), atService()]).toEqual([2, [10_050, 10_050]])
    expect((await refund(first.payment, 50)).status).toBe(200)
    expect(await alerts(one.reference)).toMatchObject([
      { kind: "refund-in-doubt", actions: ["end-doubt", "retry"] },
    ])
    const said = { refund_request_id: itself(one) }
    const answer = await endDoubt(one.id, said)
    expect(answer.status).toBe(200)
    expect(answer.data.refund_request).toMatchObject({
      ...{ ...said, held_reason: null, actions: [] },
    })
    expect(await alerts(one.reference)).toEqual([])
    // It cannot be said twice, nor for another refund.
    expect((await endDoubt(one.id, said)).status).toBe(409)
    expect((await endDoubt(other.id, said)).status).toBe(409)
    await later(2)
    await later(30)
    expect(atService()).toEqual([10_050, 10_050, 5_000])
    expect(await requests()).toMatchObject([
      { status: "complete" },
      { status: expect.stringMatching(/in_doubt|complete/) },
      { status: "complete" },
    ])
  })

  it("is sent once more when a person says that the service has none, and out of the books when support says that it failed", async () => {
    const { second, one, other, itself } = await twoInDoubt()
    const { order, payment } = second
    for (const row of [one, other]) {
      store.sandbox.refundRequests.delete(itself(row))
    }
    expect((await endDoubt(one.id, { absent: true })).status).toBe(200)
    const failed = await endDoubt(other.id, { failed: true })
    expect(failed.data.refund_request).toMatchObject({ status: "failed" })
    await ageRows(store)
    await later(2)
    await later(30)
    expect(await requests()).toMatchObject([
      {
        ...{ status: "complete", held_reason: null },
        refund_request_id: itself(one),
      },
      { status: "failed" },
    ])
    expect(await readTotals(store, order.id)).toMatchObject({
      ...{ refunded_total: 0, total: order.total },
    })
    expect((await refund(payment, PART)).status).toBe(200)
    expect(await readTotals(store, order.id)).toMatchObject({
      refunded_total: PART,
    })
    await sent()
    expect(atService()).toEqual([10_050, 10_050])
  })

  it("keeps the payment's other refunds waiting, and says so, until it has ended", async () => {
    const { payment, reference } = await lost(MOST, "lost_answer")
    expect((await refund(payment, PART)).status).toBe(200)
    await sent()
    const [doubted, waiting] = await requests()
    expect(waiting).toMatchObject({ status: "scheduled" })
    const { data } = await store.adminGet(
      `/admin/instalments/refund-requests?reference=${reference}`
    )
    const shown = data.refund_requests.map(
      (row: { id: string; waits_for: string | null }) => [row.id, row.waits_for]
    )
    expect(Object.fromEntries(shown)).toEqual({
      [doubted!.id]: null,
      [waiting!.id]: doubted!.id,
    })
    const detail = await store.adminGet(
      `/admin/instalments/checkouts/${reference}`
    )
    expect(JSON.stringify(detail.data.checkout.timeline)).toContain(
      `in doubt (${doubted!.id}) to end.`
    )
    expect(await told(reference)).toContain(
      "Another refund of this payment waits"
    )
    await askedAgain()
    await later(2)
    await later(30)
    expect(atService()).toEqual([100_000, 10_050])
    expect(await requests()).toMatchObject([
      { status: "complete" },
      { status: "complete" },
    ])
  })

  it("is a doubt too when its process was killed while it was sent", async () => {
    const { payment } = await boughtYesterday(store)
    await refund(payment, MOST)
    await sent()
    const [row] = await requests()
    await store.ledger.updateRefundRequests({
      ...{ id: row!.id, status: "sending", refund_request_id: null },
    })
    await later(5)
    await askedAgain()
    expect(await requests()).toMatchObject([{ status: THERE }])
    expect(atService()).toEqual([100_000])
  })
})
