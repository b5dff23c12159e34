import * as fc from "fast-check"
import { balanceActions } from "../harness/balance-actions"
import { linkActions } from "../harness/link-actions"
import { Prices } from "../harness/prices"
import { withStore } from "../harness/with-store"

const DAY = 24 * 60 * 60_000

/**
 * Orders with tax on top of their prices: their totals have fractions of a cent, and
 * each payment of them is of whole cents.
 */
withStore((store) => {
  const { linkTo, press, opened } = linkActions(store)
  const { addArticle, begin, books } = balanceActions(store)

  beforeEach(async () => {
    const prices = new Prices(store)
    await prices.tax({ rate: 15, inside: false })
    await prices.courier(0)
    store.sandbox.set({
      rules: [{ from_amount: 1, to_amount: 10 ** 12, terms: [1] }],
    })
    await store.ledger.config.refresh()
  })

  /** Three mugs for R 10,50 each: with 15% on top that is 1 207,5 cents. */
  async function bought(cents = 1_050) {
    await new Prices(store).mug(cents / 100)
    return (await store.buy()).order.id
  }

  const byLink = async (orderId: string) => {
    await press(await linkTo(orderId))
    const rows = await opened(orderId)
    return rows.find(({ outcome }) => outcome === "open")!.id
  }
  const inTheShop = async (orderId: string) => (await begin(orderId)).reference

  /** Pays what an edit has made the order owe. */
  async function pay(orderId: string, choose: typeof byLink) {
    await addArticle(orderId)
    const reference = await choose(orderId)
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  }

  /** What each payment of an order was of, and what its total comes to, in cents. */
  async function sums(order_id: string) {
    const rows = await store.ledger.listCheckouts({ order_id })
    const amounts = rows.map(({ amount }) => amount)
    const { data } = await store.adminGet(
      `/admin/orders/${order_id}?fields=total`
    )
    return {
      amounts,
      paid: amounts.reduce((sum, amount) => sum + amount, 0),
      total: Math.round(Number((data.order.total * 100).toFixed(6))),
    }
  }

  it.each([
    ["a link", byLink],
    ["the shop", inTheShop],
  ])("comes to its total with all its payments, by %s", async (_, choose) => {
    const id = await bought()
    await pay(id, choose)
    await pay(id, choose)
    const { amounts, paid, total } = await sums(id)
    expect(amounts.sort()).toEqual([1_207, 1_208, 3_623])
    expect([paid, total]).toEqual([6_038, 6_038])
    expect((await books(id)).owed).toBe(0)
  })

  it("comes to its total whatever its articles cost", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 100, max: 200_000 }),
        async (cents) => {
          const id = await bought(cents)
          await pay(id, inTheShop)
          await pay(id, byLink)
          const { paid, total } = await sums(id)
          expect(paid).toBe(total)
        }
      ),
      { numRuns: 6, endOnFailure: true, includeErrorInReport: true }
    )
  })

  it("goes back to the cent when it is cancelled", async () => {
    const id = await bought()
    await pay(id, byLink)
    expect((await store.adminPost(`/admin/orders/${id}/cancel`)).status).toBe(
      200
    )
    await store.passTime(DAY)
    await store.runJob("refunds")
    await store.passTime(DAY)
    await store.runJob("refunds")
    const amounts = [...store.sandbox.refundRequests.values()].map(
      ({ amount }) => amount
    )
    expect(amounts.sort()).toEqual((await sums(id)).amounts.sort())
    const alerts = await store.ledger.attention.read()
    expect(alerts.filter(({ kind }) => kind !== "config-old")).toEqual([])
  })
})
