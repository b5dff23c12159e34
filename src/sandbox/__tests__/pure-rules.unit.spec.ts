import fc from "fast-check"
import { splitCents } from "../../modules/instalments/domain/offer"
import { rand } from "../page/pieces"
import { splitAmount, termsFor } from "../payments"
import { compactJson } from "../signing"

it("compacts what was printed prettily to what was printed compactly", () => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 1, max: 4 }), (json, indent) => {
      const value: unknown = JSON.parse(json)
      const pretty = JSON.stringify(value, null, indent)
      expect(compactJson(pretty)).toBe(JSON.stringify(value))
    })
  )
})

it("splits an amount into payments that add up, as the shop shows them", () => {
  const amount = fc.integer({ min: 1, max: 2_000_000_00 })
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 36 }), (cents, months) => {
      const payments = splitAmount(cents, months)
      expect(payments).toHaveLength(months)
      expect(payments.reduce((sum, one) => sum + one, 0)).toBe(cents)
      expect(payments).toEqual(splitCents(cents, months))
    })
  )
})

it("offers the terms of the band, its bounds included", () => {
  const rules = [
    { from_amount: 100, to_amount: 199, terms: [3] },
    { from_amount: 200, to_amount: 300, terms: [12, 6, 3] },
  ]
  const offered = [99, 100, 199, 200, 300, 301].map((cents) =>
    termsFor(rules, cents)
  )
  expect(offered).toEqual([[], [3], [3], [3, 6, 12], [3, 6, 12], []])
})

it.each([
  [5, "R 0,05"],
  [99_999, "R 999,99"],
  [139_955, "R 1 399,55"],
  [123_456_789, "R 1 234 567,89"],
  [-5_000, "-R 50,00"],
])("writes %d cents as %s", (cents, text) => {
  expect(rand(cents)).toBe(text)
})
