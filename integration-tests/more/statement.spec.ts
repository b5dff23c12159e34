import { dateOf, dayOf } from "../../src/modules/instalments/domain/calendar"
import type { StatementAnswer } from "../../src/api/admin/instalments/answers"
import { balanceActions } from "../harness/balance-actions"
import { tomorrowMorning, ZONE } from "../harness/calendar"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const ROOT = "/admin/instalments/statement"
const DAY_MS = 86_400_000
/** Three mugs and their delivery, and a mug more, in cents. */
const PAID = 139_955
const MUG = 43_335

/** A month of the store, for the accountant. */
withStore((store) => {
  const { boughtAndEdited, begin } = balanceActions(store)
  const { refund, requests, runs } = refundActions(store)
  const today = () => dateOf(dayOf(store.ledger.now(), ZONE))

  /** All that is done in a test is done in one month. */
  beforeEach(async () => {
    const date = Number(today().slice(8))
    await store.passTime(((date <= 10 ? 10 : 40) - date) * DAY_MS)
    await store.ledger.config.refresh()
    // What ends at the service ends when a test says so.
    store.sandbox.set({ refunds: { approveAfterMs: 100 * DAY_MS } })
  })
  afterEach(() => {
    store.ledger.options.unplacedPayments = "refund"
  })

  async function statement() {
    const { status, data } = await store.adminGet(ROOT)
    expect([status, data.message]).toEqual([200, undefined])
    return (data as StatementAnswer).statement
  }
  /** What is said to differ of a checkout. */
  async function said(reference: string) {
    const { differences } = await statement()
    return differences
      .filter((one) => one.reference === reference)
      .map(({ text }) => text.replaceAll("\u00a0", " "))
  }

  /** A payment whose cart changed while it was paid: no order can be placed. */
  async function unplaced(what: "hold" | "refund") {
    store.ledger.options.unplacedPayments = what
    store.sandbox.set({ callbacks: { mode: "never" } })
    const checkout = await store.beginCheckout()
    await store.sandbox.pay(checkout.reference)
    const more = { variant_id: store.shop.variantId, quantity: 1 }
    await store.post(`/store/carts/${checkout.cartId}/line-items`, more)
    await store.deliver({
      client_reference_id: checkout.reference,
      status: "successful",
      number_of_payments: 3,
    })
    store.sandbox.set({ callbacks: { mode: "normal" } })
    return checkout.reference
  }

  it("adds up everything that can happen to a payment, and explains what differs", async () => {
    const kept = await store.buy()
    const { order } = await boughtAndEdited()
    const balance = await begin(order.id)
    await store.sandbox.pay(balance.reference)
    const returned = await unplaced("refund")
    const held = await unplaced("hold")
    await tomorrowMorning(store)
    await refund(kept.payment, 100.5)
    await refund(kept.payment, 50)
    await refund(kept.payment, 20)
    await store.runJob("refunds")
    const atService = async (cents: number) => {
      const row = (await requests()).find(({ amount }) => amount === cents)
      return String(row!.refund_request_id)
    }
    await store.sandbox.completeRefund(await atService(10_050))
    await store.sandbox.completeRefund(await atService(PAID))
    await store.sandbox.failRefund(await atService(5_000))
    await runs()

    const month = await statement()
    const sums = {
      opening: { unplaced: 0, under_way: 0 },
      paid: { count: 5, amount: 4 * PAID + MUG },
      placed: { count: 3, amount: 2 * PAID + MUG },
      returned: { count: 1, amount: PAID },
      filed: { count: 3, amount: 17_050 },
      in_vain: { count: 1, amount: 5_000 },
      refunded: { count: 1, amount: 10_050 },
      closing: { unplaced: PAID, under_way: 2_000 },
    }
    expect(month).toMatchObject({ currency: "ZAR", is_over: false, ...sums })
    expect([month.compared, month.are_all_compared]).toEqual([5, true])
    expect(await said(held)).toEqual([
      "R 1 399,55 is paid and has no order (held): Medusa has no payment of it.",
    ])
    expect(month.differences).toHaveLength(3)
    for (const one of month.differences) {
      expect([returned, held]).toContain(one.reference)
      expect(one).toMatchObject({ explained: true, order_number: null })
    }
  }, 240_000)

  it("names each source that holds something else: the service, the ledger, Medusa, another hand in Medusa", async () => {
    const [service, ledger, medusa] = [
      await store.buy(),
      await store.buy(),
      await store.buy(),
    ]
    await store.sandbox.setStatus(service.reference, "cancelled")
    const check = `/admin/instalments/checkouts/${service.reference}/check`
    await store.adminPost(check)
    await store
      .db("instalments_checkout")
      .where({ id: ledger.reference })
      .update({ amount: 130_000 })
    await store
      .db("capture")
      .where({ payment_id: medusa.payment.id })
      .update({ amount: 1300, raw_amount: { value: "1300", precision: 20 } })
    await store.db("refund").insert({
      ...{ id: "ref_by_hand", payment_id: service.payment.id, amount: 100 },
      raw_amount: { value: "100", precision: 20 },
    })
    expect(await said(service.reference)).toEqual([
      "The service says cancelled now of R 1 399,55 that the ledger holds paid.",
      "Medusa holds refund ref_by_hand of R 100,00, the ledger no refund request.",
      "Medusa's payment holds R 100,00 refunded, its order's transactions R 0,00.",
    ])
    expect(await said(ledger.reference)).toEqual([
      "Medusa holds R 1 399,55 captured, the ledger R 1 300,00 paid.",
      "R 1 300,00 was paid for an order that came to R 1 399,55 when it was placed.",
    ])
    expect(await said(medusa.reference)).toEqual([
      "Medusa holds R 1 300,00 captured, the ledger R 1 399,55 paid.",
      "Medusa's payment holds R 1 300,00 captured, its order's transactions R 1 399,55.",
    ])
  })

  it("tells a transaction that belongs to no payment once, though its order has two payments, by the order's number", async () => {
    const { order } = await boughtAndEdited()
    const { reference } = await begin(order.id)
    await store.sandbox.pay(reference)
    const [first] = await store.db("order_transaction").where({
      order_id: order.id,
    })
    await store.db("order_transaction").insert({
      ...first,
      ...{ id: "ordtrx_stray", reference: "by hand", reference_id: "stray" },
    })
    expect((await statement()).differences).toMatchObject([
      {
        order_id: order.id,
        order_number: expect.any(Number),
        explained: false,
      },
    ])
  })

  it("refuses bad input with 400 in words", async () => {
    const bad = {
      "?month=2026-13": "month has to be a month, like 2026-11",
      "?month=2999-01": "month has to be one that has begun, ",
      "?month=2026-01&month=2026-02": "month has to be given once",
      "?colour=red": "colour",
    }
    for (const [path, words] of Object.entries(bad)) {
      const { status, data } = await store.adminGet(`${ROOT}${path}`)
      expect([path, status, data.message]).toEqual([
        path,
        400,
        expect.stringContaining(words),
      ])
    }
  })
})
