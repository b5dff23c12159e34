import fc from "fast-check"
import { lineItems } from "../line-items"

const cents = fc.integer({ min: 0, max: 10_000_000 })
const cartLine = fc.record({
  title: fc.string(),
  quantity: fc.integer({ min: 1, max: 99 }),
  totalCents: cents,
})

describe("line items", () => {
  it("add up to the checkout amount, none negative, whatever the credits and fees", () => {
    fc.assert(
      fc.property(
        fc.array(cartLine),
        cents,
        cents,
        (items, shippingCents, amountCents) => {
          const lines = lineItems({ items, shippingCents, amountCents })
          const sum = lines.reduce((total, { amount }) => total + amount, 0)
          expect(sum).toBe(amountCents)
          expect(lines.every(({ amount }) => amount >= 0)).toBe(true)
          expect(lines.every(({ quantity }) => quantity === 1)).toBe(true)
        }
      )
    )
  })

  it("name the count and keep the line's total", () => {
    expect(
      lineItems({
        items: [{ title: "Mug", quantity: 3, totalCents: 130005 }],
        shippingCents: 9950,
        amountCents: 139955,
      })
    ).toEqual([
      { name: "3 × Mug", amount: 130005, quantity: 1 },
      { name: "Shipping", amount: 9950, quantity: 1 },
    ])
  })
})
