import { breaches } from "../laws/check"
import { endFaultsAndRunUntilIdle } from "../laws/run-until-idle"
import { World } from "../laws/world"
import { balanceActions } from "../harness/balance-actions"
import { Prices } from "../harness/prices"
import { withStore } from "../harness/with-store"
import { killedAt } from "./killed"

const PORT = 4151
const ADDRESS = `http://localhost:${PORT}`
const START = ["start", "--port", String(PORT)]
const DAY = 24 * 3_600_000
const A_CASE_MS = 240_000

const job = (name: string) => ["exec", "./demo/jobs/run-job.ts", name]

/**
 * Every write of settling, in its order. The first write of the checkout says that it
 * is paid: a callback's is the statement that writes the callback.
 */
const SETTLING = [
  ["instalments_checkout", 2],
  ["cart", 1],
  ["order", 1],
  ["order_cart", 1],
  ["reservation_item", 1],
  ["payment", 1],
  ["capture", 1],
  ["order_transaction", 1],
  ["instalments_checkout", 3],
] as const

withStore((store) => {
  let world: World

  beforeEach(async () => {
    world = await World.begin(store)
  })

  /** After the kill: the store runs until idle, and nothing is missing. */
  async function expectNothingLost() {
    await endFaultsAndRunUntilIdle(world)
    expect(await breaches(world)).toEqual([])
  }

  async function begin() {
    const { Thandi } = world.shoppers
    await Thandi.choose()
    return Thandi.tabs[0]!.reference
  }

  it.each([["instalments_callback", 1] as const, ...SETTLING])(
    "loses nothing when it is killed while it settles a callback, before it writes %s (%i.)",
    async (table, nth) => {
      store.ledger.options.backendUrl = ADDRESS
      const reference = await begin()
      await killedAt(
        store,
        { table, nth },
        {
          args: START,
          address: ADDRESS,
          begin: () => store.sandbox.pay(reference),
        }
      )
      await expectNothingLost()
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    },
    A_CASE_MS
  )

  it.each([
    ["instalments_checkout", 1] as const,
    ...SETTLING,
    ["instalments_checkout", 4] as const,
  ])(
    "loses nothing when it is killed while it reconciles, before it writes %s (%i.)",
    async (table, nth) => {
      const reference = await begin()
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(reference)
      await world.passTime(61 * 60_000)
      await killedAt(store, { table, nth }, { args: job("reconcile") })
      await expectNothingLost()
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    },
    A_CASE_MS
  )

  it(
    "places the order of who paid with a code of one use, when it is killed while it reconciles, before it writes payment",
    async () => {
      await new Prices(store).code(
        "ONCE",
        {
          ...{ type: "percentage", value: 10, target_type: "items" },
          ...{ allocation: "across", currency_code: "zar" },
        },
        { limit: 1 }
      )
      const { Thandi } = world.shoppers
      await store.post(`/store/carts/${await Thandi.cart()}/promotions`, {
        promo_codes: ["ONCE"],
      })
      const reference = await begin()
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(reference)
      await world.passTime(61 * 60_000)
      const point = { table: "payment", nth: 1 }
      await killedAt(store, point, { args: job("reconcile") })
      await expectNothingLost()
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    },
    A_CASE_MS
  )

  it.each([
    ["instalments_checkout", 2],
    ["payment", 1],
    ["capture", 1],
    ["order_transaction", 1],
    ["instalments_checkout", 3],
  ])(
    "loses nothing when it is killed while it books what an order owed, before it writes %s (%i.)",
    async (table, nth) => {
      const { order } = await bought()
      const actions = balanceActions(store)
      await actions.addArticle(order)
      const { reference } = await actions.begin(order)
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(reference)
      await world.passTime(61 * 60_000)
      await killedAt(store, { table, nth }, { args: job("reconcile") })
      await expectNothingLost()
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      expect(await actions.books(order)).toMatchObject({ owed: 0 })
    },
    A_CASE_MS
  )

  it.each([1, 2, 3])(
    "refunds once when it is killed while its job sends a refund, before its %i. write of the request",
    async (nth) => {
      const { payment } = await bought()
      const path = `/admin/payments/${payment}/refund`
      expect((await store.adminPost(path, { amount: 100.5 })).status).toBe(200)
      await world.passTime(DAY)
      const point = { table: "instalments_refund_request", nth }
      await killedAt(store, point, { args: job("refunds") })
      await expectRefunded(10_050)
    },
    A_CASE_MS
  )

  it.each([
    ["refund", 1],
    ["instalments_refund_request", 1],
    ["instalments_refund_request", 2],
    ["order_transaction", 1],
    ["order_change", 1],
    ["order_credit_line", 1],
    // Core has booked it completely: it is released, claimed and answered.
    ["instalments_refund_request", 3],
    ["instalments_refund_request", 4],
    ["instalments_refund_request", 5],
  ])(
    "refunds once or not at all when it is killed while a merchant refunds, before it writes %s (%i.)",
    async (table, nth) => {
      const { payment } = await bought()
      await world.passTime(DAY)
      const path = `/admin/payments/${payment}/refund`
      await killedWhilePosting({ table, nth }, path, { amount: 100.5 })
      await expectNothingLost()
    },
    A_CASE_MS
  )

  it.each([
    ["order_transaction", 1],
    ["order_credit_line", 1],
    ["instalments_refund_request", 3],
  ])(
    "refunds once or not at all when it is killed while a merchant cancels, before it writes %s (%i.)",
    async (table, nth) => {
      const { order } = await bought()
      await world.passTime(DAY)
      await killedWhilePosting({ table, nth }, `/admin/orders/${order}/cancel`)
      await expectNothingLost()
    },
    A_CASE_MS
  )

  function killedWhilePosting(
    point: { table: string; nth: number },
    path: string,
    body: object = {}
  ) {
    return killedAt(store, point, {
      args: START,
      address: ADDRESS,
      begin: () =>
        fetch(ADDRESS + path, {
          method: "POST",
          headers: { ...store.admin, "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
    })
  }

  async function bought() {
    const reference = await begin()
    await store.sandbox.pay(reference)
    const [order] = await store.orders({ cart_id: world.cartIds[0] })
    const payment = order!.payment_collections[0]!.payments[0]!.id
    return { order: order!.id, payment }
  }

  async function expectRefunded(amount: number) {
    await expectNothingLost()
    expect([...store.sandbox.refundRequests.values()]).toMatchObject([
      { amount, status: "complete" },
    ])
  }
})
