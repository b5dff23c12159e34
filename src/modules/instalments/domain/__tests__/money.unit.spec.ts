import { BigNumber, MathBN } from "@medusajs/framework/utils"
import fc from "fast-check"
import { fromCents, toCents } from "../money"

const cents = fc.integer({ min: 0, max: 2 ** 40 })

describe("money", () => {
  it("goes to cents and back without losing one", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(toCents(fromCents(amount), "ZAR")).toBe(amount)
      })
    )
  })

  it("converts amounts that floats get wrong", () => {
    expect(toCents(1.15, "ZAR")).toBe(115)
    expect(toCents(4.35, "ZAR")).toBe(435)
    expect(toCents("1399.55", "ZAR")).toBe(139955)
  })

  it.each([
    ["149.0000000000000000000035", 14_900],
    ["1494.9885", 149_499],
    ["1494.985", 149_499],
    ["1494.9849", 149_498],
    ["0.004", 0],
    ["-0.0000000000000000000035", 0],
  ])("rounds %s half up to %i cents", (amount, cents) => {
    expect(toCents(amount, "zar")).toBe(cents)
  })

  it("rounds a sum to the same cent before and after Medusa has stored it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), (halfCents) => {
        const divided = MathBN.mult(MathBN.div(halfCents / 200, 1.15), 1.15)
        const stored = new BigNumber(divided)
        expect(toCents(stored.raw!, "ZAR")).toBe(toCents(divided, "ZAR"))
        expect(toCents(stored.numeric, "ZAR")).toBe(toCents(divided, "ZAR"))
      })
    )
  })

  it("rounds to the precision of the currency, or to the cent when that is finer", () => {
    expect(toCents("1299.5", "JPY")).toBe(130_000)
    expect(toCents("1.2345", "KWD")).toBe(123)
  })

  it.each([-0.01, -1, NaN, "1e30"])("refuses %s as an amount", (amount) => {
    expect(() => toCents(amount, "ZAR")).toThrow(/cannot be paid/)
  })
})
