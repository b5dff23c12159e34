import fc from "fast-check"
import { differencesOf, sourcesOf, type MedusaHeld } from "../differences"

type Line = Parameters<typeof differencesOf>[0]
type Checkout = NonNullable<Line["checkout"]>
type Refund = Line["refunds"][number]

const checkout: Checkout = {
  ...{ status: "successful", contradiction: null, outcome: "placed" },
  ...{ amount: 10_000, paid_amount: null, currency: "ZAR", order_amount: null },
}
const refund: Refund = {
  ...{ id: "instref_1", amount: 3_000, status: "complete" },
  ...{ service_status: "complete", refund_request_id: "refund_1" },
  service_amount: null,
  ...{ reason: "merchant", refund_id: "ref_1" },
  ...{ books_after: null, books_error: null },
}
const medusa: MedusaHeld = {
  payment_id: "pay_1",
  captured: 10_000,
  refunds: [{ id: "ref_1", amount: 3_000 }],
  refunded: 3_000,
  transactions: { captured: 10_000, refunded: 3_000 },
}
const agreed: Line = { checkout, refunds: [refund], medusa }

/** Each difference, as a person reads it, with the amounts' spaces plain. */
const said = (line: Line) =>
  differencesOf(line, "ZAR").map(({ text, explained }) => [
    text.replaceAll("\u00a0", " "),
    explained ? "explained" : "wrong",
  ])
const one = (text: string, how = "wrong") => [[text, how]]

describe("The differences of a checkout are", () => {
  it("none when the three sources agree", () => {
    expect(differencesOf(agreed, "ZAR")).toEqual([])
    expect(sourcesOf(agreed)).toEqual({
      service: { paid: 10_000, back: 3_000 },
      ledger: { paid: 10_000, back: 3_000 },
      medusa: { paid: 10_000, back: 3_000 },
    })
  })

  it("named when the service differs alone", () => {
    expect(
      said({ ...agreed, checkout: { ...checkout, paid_amount: 9_000 } })
    ).toEqual(one("The service holds R 90,00 paid, the ledger R 100,00."))
    expect(
      said({ ...agreed, checkout: { ...checkout, contradiction: "cancelled" } })
    ).toEqual(
      one(
        "The service says cancelled now of R 100,00 that the ledger holds paid."
      )
    )
    expect(
      said({ ...agreed, refunds: [{ ...refund, service_status: "failed" }] })
    ).toEqual(
      one(
        "The service says failed of refund request instref_1 of R 30,00, the ledger complete."
      )
    )
    const less = { ...agreed, refunds: [{ ...refund, service_amount: 300 }] }
    expect(sourcesOf(less).service.back).toBe(300)
    expect(said(less)).toEqual(
      one(
        "The service says complete and R 3,00 of refund request instref_1 of R 30,00, the ledger complete."
      )
    )
  })

  it("named when the ledger differs alone", () => {
    const less = { ...checkout, amount: 9_000, paid_amount: 10_000 }
    expect(said({ ...agreed, checkout: less })).toEqual([
      ["The service holds R 100,00 paid, the ledger R 90,00.", "wrong"],
      ["Medusa holds R 100,00 captured, the ledger R 90,00 paid.", "wrong"],
    ])
    expect(said({ ...agreed, refunds: [] })).toEqual(
      one("Medusa holds refund ref_1 of R 30,00, the ledger no refund request.")
    )
  })

  it("named when Medusa differs alone", () => {
    expect(said({ ...agreed, medusa: { ...medusa, captured: 9_000 } })).toEqual(
      [
        ["Medusa holds R 90,00 captured, the ledger R 100,00 paid.", "wrong"],
        [
          "Medusa's payment holds R 90,00 captured, its order's transactions R 100,00.",
          "wrong",
        ],
      ]
    )
    expect(
      said({
        ...agreed,
        medusa: {
          ...medusa,
          ...{ refunds: [{ id: "ref_1", amount: 4_000 }], refunded: 4_000 },
          transactions: { captured: 10_000, refunded: 4_000 },
        },
      })
    ).toEqual(one("Medusa holds R 40,00 refunded, the ledger R 30,00."))
    expect(said({ ...agreed, medusa: null })).toEqual([
      ["Medusa holds R 0,00 captured, the ledger R 100,00 paid.", "wrong"],
      [
        "The ledger holds refund request instref_1 of R 30,00 (complete), Medusa no refund of it.",
        "wrong",
      ],
    ])
  })

  it("explained while a refund waits to be sent", () => {
    const waiting = { ...refund, status: "scheduled", service_status: null }
    expect(said({ ...agreed, refunds: [waiting as Refund] })).toEqual(
      one(
        "The service does not have refund request instref_1 of R 30,00 yet, which is scheduled.",
        "explained"
      )
    )
  })

  it("explained of a payment without an order, and of its return", () => {
    const returned = { ...refund, reason: "unplaced" as const, refund_id: null }
    expect(
      said({
        checkout: { ...checkout, outcome: "returned" },
        refunds: [returned],
        medusa: null,
      })
    ).toEqual([
      [
        "R 100,00 is paid and has no order (returned): Medusa has no payment of it.",
        "explained",
      ],
      [
        "The ledger holds refund request instref_1 of R 30,00 for a payment without an order: Medusa has no refund of it.",
        "explained",
      ],
    ])
  })

  it("explained while Medusa's books wait to be put right after a failure, and wrong after that", () => {
    const failed = {
      ...refund,
      ...{ status: "failed" as const, service_status: "failed" },
    }
    const text =
      "Medusa holds refund ref_1 of R 30,00, the ledger's refund request instref_1 of it is failed."
    const waits = { ...failed, books_after: new Date() }
    expect(said({ ...agreed, refunds: [waits] })).toEqual(
      one(text, "explained")
    )
    expect(said({ ...agreed, refunds: [failed] })).toEqual(one(text))
    const stuck = { ...waits, books_error: "The order has an open change." }
    expect(said({ ...agreed, refunds: [stuck] })).toEqual(one(text))
  })

  it("wrong when money went back without an order that is placed by now", () => {
    const returned = { ...refund, reason: "unplaced" as const, refund_id: null }
    const books = { ...medusa, refunds: [], refunded: 0, transactions: null }
    expect(said({ checkout, refunds: [returned], medusa: books })).toEqual(
      one(
        "The ledger holds refund request instref_1 of R 30,00 (complete), Medusa no refund of it."
      )
    )
  })

  it("named inside the books too: transactions, the order's total, more back than paid", () => {
    const transactions = { captured: 10_000, refunded: 0 }
    expect(said({ ...agreed, medusa: { ...medusa, transactions } })).toEqual(
      one(
        "Medusa's payment holds R 30,00 refunded, its order's transactions R 0,00."
      )
    )
    expect(
      said({ ...agreed, checkout: { ...checkout, order_amount: 6_000 } })
    ).toEqual(
      one(
        "R 100,00 was paid for an order that came to R 60,00 when it was placed."
      )
    )
    const much = { ...refund, amount: 11_000 }
    expect(said({ ...agreed, refunds: [much] }).at(-1)).toEqual([
      "The ledger holds R 110,00 refunded or on its way of R 100,00 paid.",
      "wrong",
    ])
  })

  it("none of an order's total once what was paid too much is refunded, or all of it", () => {
    const of = (order_amount: number, amount = 3_000) => {
      const line = {
        checkout: { ...checkout, order_amount },
        refunds: [{ ...refund, amount }],
        medusa: {
          ...{ ...medusa, refunds: [{ id: "ref_1", amount }] },
          ...{ refunded: amount, transactions: null },
        },
      }
      return said(line)
    }
    expect(of(7_000)).toEqual([])
    expect(of(12_000, 10_000)).toEqual([])
    expect(of(12_000)).toEqual(
      one(
        "R 100,00 was paid for an order that came to R 120,00 when it was placed."
      )
    )
  })

  it("named of an order's total as long as more was paid than Medusa could refund, and what returns that is explained", () => {
    const placed = { ...checkout, order_amount: 10_000, paid_amount: 12_000 }
    const back = (amount: number, ...more: Refund[]) =>
      said({
        checkout: placed,
        refunds: [{ ...refund, amount }, ...more],
        medusa: {
          ...{ ...medusa, refunds: [{ id: "ref_1", amount }] },
          ...{ refunded: amount, transactions: null },
        },
      }).slice(1)
    const left =
      "R 120,00 was paid for an order that came to R 100,00 when it was placed."
    expect(back(1_000)).toEqual(one(left))
    expect(back(2_000)).toEqual([])
    expect(back(10_000)).toEqual(one(left))
    const rest = { ...refund, id: "rest", amount: 2_000, refund_id: null }
    expect(back(10_000, rest)).toEqual(
      one(
        "The ledger holds refund request rest of R 20,00 for what was paid beyond Medusa's payment: Medusa has no refund of it.",
        "explained"
      )
    )
  })
})

describe("Whatever the three sources hold", () => {
  const cents = fc.nat(3).map((n) => n * 1_000)
  const word = fc.constantFrom(
    ...["requested", "complete", "failed", "odd", null]
  )
  const aRefund = fc.record({
    id: fc.constantFrom("instref_1", "instref_2", "instref_3"),
    amount: cents,
    status: fc.constantFrom(
      ...(["filed", "scheduled", "in_doubt", "requested"] as const),
      ...(["complete", "failed", "refused", "withdrawn"] as const)
    ),
    service_status: word,
    service_amount: fc.option(cents),
    refund_request_id: fc.constantFrom("refund_1", null),
    reason: fc.constantFrom("merchant" as const, "unplaced" as const),
    books_after: fc.constantFrom(null, new Date()),
    books_error: fc.constantFrom(null, "The order has an open change."),
  })
  const line: fc.Arbitrary<Line> = fc.record({
    checkout: fc.option(
      fc.record({
        status: fc.constantFrom("successful", "received"),
        contradiction: fc.constantFrom(null, "cancelled"),
        outcome: fc.constantFrom("placed", "held", "open"),
        ...{ amount: cents, paid_amount: fc.option(cents) },
        ...{ currency: fc.constant("ZAR"), order_amount: fc.option(cents) },
      }),
      { freq: 9 }
    ),
    refunds: fc
      .uniqueArray(aRefund, { selector: ({ id }) => id })
      .map((all) =>
        all.map((one) => ({ ...one, refund_id: one.id.replace("inst", "") }))
      ),
    medusa: fc.option(
      fc
        .record({
          captured: cents,
          refunds: fc.uniqueArray(
            fc.record({ id: fc.constantFrom("ref_1", "ref_2"), amount: cents }),
            { selector: ({ id }) => id }
          ),
          extra: fc.integer({ min: -1, max: 1 }),
          transactions: fc.option(
            fc.record({ captured: cents, refunded: cents })
          ),
        })
        .map(({ extra, ...one }) => ({
          ...{ payment_id: "pay_1", ...one },
          refunded:
            one.refunds.reduce((sum, { amount }) => sum + amount, 0) + extra,
        }))
    ),
  })

  it("every cent between two of them is named, once", () => {
    fc.assert(
      fc.property(line, (given) => {
        const { service, ledger, medusa: books } = sourcesOf(given)
        const found = differencesOf(given, "ZAR")
        const sumOf = (of: string) =>
          found
            .filter((one) => one.of === of)
            .reduce((sum, { amount }) => sum + amount, 0)
        for (const what of ["paid", "back"] as const) {
          expect(sumOf(`service-ledger ${what}`)).toBe(
            service[what] - ledger[what]
          )
          expect(sumOf(`ledger-medusa ${what}`)).toBe(
            ledger[what] - books[what]
          )
        }
        expect(found.every(({ amount }) => amount !== 0)).toBe(true)
      })
    )
  })
})
