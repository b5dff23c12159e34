import fc from "fast-check"
import { type AmountBand, offerFor, splitCents } from "../offer"

const options = { currency: "ZAR" }
const rules: AmountBand[] = [
  { from_amount: 50_000, to_amount: 100_000, terms: [3, 2] },
  { from_amount: 80_000, to_amount: 500_000, terms: [6, 3] },
  { from_amount: 600_000, to_amount: 900_000, terms: [12] },
]
const anyBand = fc.record({
  from_amount: fc.integer({ min: -10, max: 1_000_000 }),
  to_amount: fc.integer({ min: -10, max: 1_000_000 }),
  terms: fc.array(fc.integer({ min: 1, max: 36 }), { maxLength: 5 }),
})
const anyInput = fc.record({
  amountCents: fc.nat({ max: 1_100_000 }),
  currency: fc.constantFrom("ZAR", "zar", "EUR"),
  options: fc.constant(options),
  rules: fc.option(fc.array(anyBand, { maxLength: 5 })),
})

function offer(amountCents: number, bands: AmountBand[] | null = rules) {
  return offerFor({ amountCents, currency: "zar", options, rules: bands })
}

function counts(amountCents: number) {
  return offer(amountCents).terms.map((term) => term.number_of_payments)
}

describe("the offer", () => {
  it("splits an amount to the cent, the odd cents first", () => {
    expect(splitCents(130_000, 6)).toEqual([
      21667, 21667, 21667, 21667, 21666, 21666,
    ])
  })

  it("stops at the largest amount that the ledger can hold, also when the bands allow more", () => {
    const endless = [{ from_amount: 1, to_amount: 10 ** 12, terms: [3] }]
    expect(offer(2_147_483_647, endless)).toMatchObject({ eligible: true })
    expect(offer(2_147_483_648, endless)).toMatchObject({
      reason: "above_maximum",
    })
  })

  it("shows the largest term first, with its highest payment", () => {
    expect(offer(130_000)).toMatchObject({
      eligible: true,
      reason: null,
      headline: { number_of_payments: 6, payment_cents: 21667 },
    })
  })

  it.each([
    [49_999, []],
    [50_000, [2, 3]],
    [79_999, [2, 3]],
    [80_000, [2, 3, 6]],
    [100_000, [2, 3, 6]],
    [100_001, [3, 6]],
    [500_000, [3, 6]],
    [500_001, []],
    [600_000, [12]],
    [900_000, [12]],
    [900_001, []],
  ])("offers %i cents the terms %j", (amount, terms) => {
    expect(counts(amount)).toEqual(terms)
  })

  it("says how much is missing below the lowest band", () => {
    expect(offer(49_950)).toMatchObject({
      eligible: false,
      reason: "below_minimum",
      missing_cents: 50,
    })
  })

  it("waits for the delivery of a cart that needs one, once its amount can be paid", () => {
    const of = (amountCents: number) =>
      offerFor({
        ...{ amountCents, currency: "zar", options, rules },
        needsDelivery: true,
      })
    expect(of(130_000)).toMatchObject({
      ...{ eligible: false, reason: "delivery_missing", terms: [] },
    })
    expect(of(49_950).reason).toBe("below_minimum")
  })

  it("calls an amount above the highest band too high", () => {
    expect(offer(900_001).reason).toBe("above_maximum")
  })

  it("calls an amount between two bands unavailable", () => {
    expect(offer(550_000)).toMatchObject({ reason: "unavailable", terms: [] })
    expect(offer(550_000)).not.toHaveProperty("missing_cents")
  })

  it.each([
    ["no config was ever read", null],
    ["the config has no bands", []],
    ["no band has terms", [{ from_amount: 1, to_amount: 9, terms: [] }]],
    ["bands are upside down", [{ from_amount: 9, to_amount: 1, terms: [3] }]],
  ])("is unavailable while %s", (_, bands) => {
    expect(offer(5, bands).reason).toBe("unavailable")
  })

  it("offers nothing for an empty cart, also with a band from 0", () => {
    const fromZero = [{ from_amount: 0, to_amount: 1000, terms: [3] }]
    expect(offer(0, fromZero)).toMatchObject({
      reason: "below_minimum",
      missing_cents: 1,
    })
    expect(offer(2, fromZero).reason).toBe("unavailable")
  })

  it("checks the currency first, in any spelling", () => {
    const foreign = { amountCents: 1, currency: "EUR", options, rules: null }
    expect(offerFor(foreign).reason).toBe("currency")
    expect(offer(50_000).eligible).toBe(true)
  })

  it("adds up to the cent, whatever the bands", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        for (const { number_of_payments, payments_cents } of offerFor(input)
          .terms) {
          expect(payments_cents).toHaveLength(number_of_payments)
          expect(payments_cents.reduce((sum, cents) => sum + cents)).toBe(
            input.amountCents
          )
          const least = payments_cents.at(-1) ?? 0
          expect(least).toBeGreaterThan(0)
          expect((payments_cents[0] ?? 0) - least).toBeLessThanOrEqual(1)
          expect(payments_cents).toEqual(
            [...payments_cents].sort((a, b) => b - a)
          )
        }
      })
    )
  })

  it("offers ascending terms of the bands that hold the amount, no other", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { eligible, terms } = offerFor(input)
        const offered = terms.map((term) => term.number_of_payments)
        const held = (input.rules ?? [])
          .filter((band) => band.from_amount <= input.amountCents)
          .filter((band) => input.amountCents <= band.to_amount)
          .flatMap((band) => band.terms)
          .filter((count) => count <= input.amountCents)
        expect(offered).toEqual(
          input.currency === "EUR"
            ? []
            : [...new Set(held)].sort((a, b) => a - b)
        )
        expect(eligible).toBe(offered.length > 0)
      })
    )
  })

  it("gives a reason exactly when it offers nothing", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { eligible, reason, headline, missing_cents } = offerFor(input)
        expect(reason === null).toBe(eligible)
        expect(headline !== null).toBe(eligible)
        expect(missing_cents !== undefined).toBe(reason === "below_minimum")
      })
    )
  })

  it("says as missing what makes the amount eligible, or in reach of it", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { missing_cents } = offerFor(input)
        fc.pre(missing_cents !== undefined)
        const amountCents = input.amountCents + missing_cents
        expect(missing_cents).toBeGreaterThan(0)
        expect(offerFor({ ...input, amountCents }).reason).not.toBe(
          "below_minimum"
        )
      })
    )
  })
})
