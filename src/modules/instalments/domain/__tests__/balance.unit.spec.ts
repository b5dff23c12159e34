import fc from "fast-check"
import { PROVIDER_ID } from "../../name"
import { orderBalance, unreserved } from "../balance"

const OTHER = "pp_other_other"

const ORDER = {
  ...{ id: "order_1", display_id: 1, status: "pending", currency_code: "zar" },
  summary: { pending_difference: 500 },
}
/** An order that owes R 500,00, with these payments in its collections. */
const owing = (...collections: object[][]) =>
  orderOf(...collections.map((payments) => ({ payments })))
const orderOf = (...payment_collections: object[]) =>
  orderBalance.parse({ ...ORDER, payment_collections })
const payment = (amount: number, more: object = {}) => ({
  ...{ provider_id: OTHER, amount, canceled_at: null, captures: [] },
  ...more,
})

describe("the number that people know an order by", () => {
  it.each([
    ["PRO-2026-0117", "PRO-2026-0117"],
    [null, "1"],
    ["", "1"],
    [undefined, "1"],
  ])(
    "is the shop's own, %j, else Medusa's: %s",
    (custom_display_id, number) => {
      const balance = orderBalance.parse({ ...ORDER, custom_display_id })
      expect(balance).toMatchObject({ number, display_id: 1 })
    }
  )
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
      { provider_id: OTHER, amount: 10_000, is_deferred: false },
      { provider_id: OTHER, amount: 15_050, is_deferred: false },
    ])
    expect(unreserved(balance)).toBe(24_950)
  })

  it("is less by what is under way to other providers, for which there is no payment yet", () => {
    const session = (status: string, provider_id = OTHER) => ({
      ...{ provider_id, amount: 120, status },
    })
    const balance = orderOf({
      payment_sessions: [
        session("pending_authorization"),
        session("pending_authorization", PROVIDER_ID),
        ...["pending", "authorized", "error", "canceled"].map((status) =>
          session(status)
        ),
      ],
    })
    expect(balance.authorizations).toEqual([
      { provider_id: OTHER, amount: 12_000, is_deferred: true },
    ])
    expect(unreserved(balance)).toBe(38_000)
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

describe("what an order owes, in cents", () => {
  /** What a shopper has paid of these amounts, and owes of the order's total then. */
  const after = (pending_difference: number, ...amounts: number[]) =>
    orderBalance.parse({
      ...ORDER,
      summary: { pending_difference },
      payment_collections: amounts.map((amount) => ({
        payments: [payment(amount, { captures: [{ amount }] })],
      })),
    })

  it.each([
    [1297.755, [], 129_776],
    [1297.755, [695.655], 129_775],
    [50.002, [100.004], 5_001],
    [50.002, [100.004, 100.004], 5_001],
    [0, [695.655], 0],
    [0, [695.655, 1297.755], 0],
  ])(
    "is what is left of its rounded total: of %d after payments of %j it is %d",
    (pending, amounts, owed) => {
      expect(after(pending, ...amounts)).toMatchObject({ owed, overpaid: 0 })
    }
  )

  it("comes to the order's rounded total with all that was paid, whatever its edits cost", () => {
    /** In tenths of a cent, which taxes make. */
    const price = fc.integer({ min: 1_000, max: 2_000_000 })
    fc.assert(
      fc.property(price, fc.array(price, { maxLength: 5 }), (cart, edits) => {
        // The cart's payment is booked with its fractions, the others in cents.
        const booked = [cart / 1_000]
        let [total, paid, pending] = [cart, Math.round(cart / 10), 0]
        for (const edit of edits) {
          total += edit
          pending += edit
          const { owed } = after(pending / 1_000, ...booked)
          booked.push(owed / 100)
          paid += owed
          pending -= owed * 10
        }
        expect(paid).toBe(Math.round(total / 10))
      })
    )
  })

  it("is less by what went back, rounded as it was sent", () => {
    const captures = [{ amount: 695.655 }]
    const paid = payment(695.655, { captures, refunds: [{ amount: 95.655 }] })
    const { owed } = orderBalance.parse({
      ...ORDER,
      summary: { pending_difference: 100.005 },
      payment_collections: [{ payments: [paid] }],
    })
    // R 700,005 in all, of which the shop has R 695,66 less R 95,66.
    expect(owed).toBe(10_001)
  })

  it("is what the shop has too much when it is negative", () => {
    expect(after(-1297.755, 695.655, 1297.755)).toMatchObject({
      ...{ owed: 0, overpaid: 129_776 },
    })
  })
})
