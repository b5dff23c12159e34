import { MINUTE } from "../harness/calendar"
import { cartActions } from "../harness/cart-actions"
import { withStore } from "../harness/with-store"

/** The filled cart comes to R 1 399,55. */
const WITH_IT = { from_amount: 50_000, to_amount: 500_000, terms: [3, 6] }
const WITHOUT_IT = { from_amount: 50_000, to_amount: 100_000, terms: [2] }

withStore((store) => {
  const { choose, offerOf, payUnheard } = cartActions(store)
  const bandsBecome = async (rules: (typeof WITH_IT)[]) => {
    store.sandbox.set({ rules })
    await store.ledger.config.refresh()
  }
  const created = () => store.sandbox.journal.counts["POST /api/checkouts"] ?? 0

  beforeEach(() => bandsBecome([WITH_IT]))

  it("refuses in words a cart whose band the service removed since its offer was shown, at once and without a request after", async () => {
    const cartId = await store.fillCart()
    expect(await offerOf(cartId)).toMatchObject({ eligible: true })
    // The store has not read it yet.
    store.sandbox.set({ rules: [WITHOUT_IT] })
    // The first time once more without what is optional.
    for (const requests of [2, 2]) {
      const { status, data } = await choose(cartId)
      expect(status).toBe(400)
      expect(data.message.replace(/\s/g, " ")).toContain(
        "offered for amounts from R 500,00 to R 1 000,00; this is R 1 399,55"
      )
      expect(created()).toBe(requests)
    }
    expect(await offerOf(cartId)).toMatchObject({ reason: "above_maximum" })
    expect(await store.ledger.listCheckouts({})).toMatchObject([
      { outcome: "closed", creation: "refused" },
    ])
  })

  it.each([
    ["the band", [WITHOUT_IT]],
    ["every band", []],
    ["the chosen term", [{ ...WITH_IT, terms: [6] }]],
  ])(
    "places the order of a payment although %s was removed while its page was open",
    async (_, rules) => {
      const { cartId, reference } = await store.beginCheckout()
      await bandsBecome(rules)
      await store.sandbox.pay(reference, { numberOfPayments: 3 })
      expect(await store.row(reference)).toMatchObject({
        ...{ outcome: "placed", number_of_payments: 3 },
      })
      expect(await store.orders({ cart_id: cartId })).toHaveLength(1)
      expect(await offerOf(cartId)).toMatchObject({ reason: "already_paid" })
    }
  )

  it("opens no other page once the band of an open one is removed, and finds the first one's lost payment", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await bandsBecome([WITHOUT_IT])
    const { status, data } = await choose(cartId)
    expect([status, data.type]).toEqual([400, "not_allowed"])
    expect(created()).toBe(1)
    await payUnheard(reference)
    await store.passTime(61 * MINUTE)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await store.orders({ cart_id: cartId })).toHaveLength(1)
  })

  it("needs attention once the service has no bands, and shoppers are refused in words", async () => {
    await bandsBecome([])
    const { data } = await store.adminGet("/admin/instalments/attention")
    expect(data.attention).toMatchObject([
      { kind: "config-old", title: "The merchant config has no amount bands" },
    ])
    const answer = await choose(await store.fillCart())
    expect(answer.data.message).toContain("no amount at the moment")
    expect(created()).toBe(0)
  })
})
