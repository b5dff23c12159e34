import { PROVIDER_ID } from "../../name"
import { orderBalance, unreserved } from "../balance"

const OTHER = "pp_other_other"

/** An order that owes R 500,00, with these payments in its collections. */
const owing = (...collections: object[][]) =>
  orderBalance.parse({
    id: "order_1",
    display_id: 1,
    status: "pending",
    currency_code: "zar",
    summary: { pending_difference: 500 },
    payment_collections: collections.map((payments) => ({ payments })),
  })
const payment = (amount: number, more: object = {}) => ({
  ...{ provider_id: OTHER, amount, canceled_at: null, captures: [] },
  ...more,
})

describe("what can be paid of what an order owes", () => {
  it("is all of it while no other provider has authorised a payment", () => {
    const { authorizations, ...balance } = owing()
    expect(authorizations).toEqual([])
    expect(unreserved({ ...balance, authorizations })).toBe(50_000)
  })

  it("is less by what other providers have authorised, in any payment collection", () => {
    const balance = owing([payment(100)], [], [payment(150.5)])
    expect(balance.authorizations).toEqual([
      { provider_id: OTHER, amount: 10_000 },
      { provider_id: OTHER, amount: 15_050 },
    ])
    expect(unreserved(balance)).toBe(24_950)
  })

  it("is not less by what was captured, which the order no longer owes, or cancelled", () => {
    const balance = owing([
      payment(100, { captures: [{ amount: 100 }] }),
      payment(200, { canceled_at: "2026-11-01" }),
      payment(300, { captures: [{ amount: 250 }, null] }),
    ])
    expect(unreserved(balance)).toBe(45_000)
  })

  it("is not more for a payment of which more was captured than authorised", () => {
    const more = payment(100, { captures: [{ amount: 120 }] })
    expect(unreserved(owing([more]))).toBe(50_000)
  })

  it("is not less by a payment of ours, which is captured at once", () => {
    const ours = payment(500, { provider_id: PROVIDER_ID })
    expect(unreserved(owing([ours]))).toBe(50_000)
  })
})
