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

  it.each([0.001, -1, NaN, "1e30"])("refuses %s as an amount", (amount) => {
    expect(() => toCents(amount, "ZAR")).toThrow(/cents/)
  })
})
