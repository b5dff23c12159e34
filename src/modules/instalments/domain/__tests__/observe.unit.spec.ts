import fc from "fast-check"
import { purchaseReport } from "../../reports/purchase"
import { observeCallback, observeCreation } from "../observe"

const attributes = {
  amount: 139_955,
  currency: "ZAR",
  status: "received",
  created_at: "2026-11-24T10:00:00.123Z",
}
const created = (body: object, statusCode = 201) =>
  observeCreation({
    statusCode,
    headers: { "Content-Type": "application/json; charset=utf-8", date: "x" },
    body: JSON.stringify(body),
  })

describe("what is observed of the service", () => {
  it.each([
    ["the top", { data: { attributes }, payment_url: "https://p/1" }],
    ["data", { data: { attributes, payment_url: "https://p/1" } }],
    [
      "data.attributes",
      { data: { attributes: { ...attributes, payment_url: "https://p/1" } } },
    ],
    [null, { data: { attributes } }],
  ])("is that payment_url stands in %s", (place, body) => {
    expect(created(body)).toMatchObject({
      status_code: 201,
      payment_url_at: place,
      content_type: "application/json; charset=utf-8",
      headers: ["content-type", "date"],
      created_at: "9999-99-99T99:99:99.999Z",
      json: expect.stringContaining("compact"),
    })
  })

  it.each([
    ['{"a":"x"}', "compact"],
    ['{"a": "x"}', "with whitespace"],
    ['{"a":"\\/"}', "compact, slashes escaped"],
    ['{"a":"\\u00e9"}', "compact, characters escaped as \\u"],
    [
      '{"a":"é/"}',
      "compact, non-ASCII characters as they are, slashes as they are",
    ],
  ])("is how JSON is written: %s", (body, words) => {
    expect(observeCallback({ headers: {}, body }, "").json).toBe(words)
  })

  it("names fields by their path, those of lists once", () => {
    const body = JSON.stringify({ a: { b: 1 }, list: [{ c: 1 }, { c: 2 }] })
    expect(observeCallback({ headers: {}, body }, "").fields).toEqual([
      "a.b",
      "list.list.c",
    ])
  })

  it("has no value of a body or a header, and is small, whatever comes", () => {
    const secret = "Thandi Mokoena 4111111111111111"
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 60 }),
        fc.dictionary(fc.string(), fc.string()),
        (fields, headers) => {
          const body = JSON.stringify({ ...fields, customer: secret })
          const seen = observeCallback(
            { headers: { ...headers, "x-signature": secret }, body },
            "verified"
          )
          const text = JSON.stringify(seen)
          expect(text).not.toContain(secret)
          expect(text.length).toBeLessThan(6_000)
        }
      )
    )
  })

  it("survives a body that is not JSON, and strange names", () => {
    expect(observeCallback({ headers: {}, body: "{" }, "x").fields).toEqual([])
    const body = '{"thandi@example.com":1,"__proto__":{"a":1}}'
    expect(observeCallback({ headers: {}, body }, "x").fields).toEqual([
      "(an unusual name)",
      "__proto__.a",
    ])
  })
})

describe("the report of a purchase", () => {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 24, 10, 0, second))
  const row = {
    ...{ id: "inst_1", checkout_id: "c1", status: "successful" },
    ...{ opened_at: at(0), paid_at: at(30), observed: null },
  }

  it("says what was seen, as text", () => {
    const body = JSON.stringify({ client_reference_id: "inst_1" })
    const observed = {
      created: created({ data: { attributes }, payment_url: "https://p/1" }),
      callback: observeCallback({ headers: { host: "x" }, body }, "verified"),
    }
    const text = purchaseReport({
      row: { ...row, observed },
      callbacks: [
        {
          ...{ deliveries: 3, received_at: at(10), last_received_at: at(70) },
          number_of_payments: 3,
        },
      ],
      clockDifferenceMs: -1_500,
      largestPages: [
        { list: "GET /api/checkouts", entries: 50, asked: 100, at: at(0) },
      ],
    })
    expect(text).toContain("Answer to POST /api/checkouts: 201")
    expect(text).toContain("- payment_url stands in: the top")
    expect(text).toContain(
      "Callback: 3 deliveries in 60 seconds, the first at 2026-11-24T10:00:10.000Z, the last at 2026-11-24T10:01:10.000Z, 30.0 seconds apart on average"
    )
    expect(text).toContain(
      "Largest page of a list: GET /api/checkouts had 50 entries of 100 asked for"
    )
    expect(text).toContain("- signature: verified")
    expect(text).toContain("- fields: client_reference_id")
    expect(text).toContain("Clock of the service: -1.5 seconds ahead of ours")
    expect(text).not.toContain("139955")
    expect(text).not.toContain("https://p/1")
  })

  it.each([
    ["verified by HMAC-SHA512", "verified, its deliveries are no longer kept"],
    ["not verified. Ask.", "not verified, and confirmed by asking"],
  ])("tells a callback without a row by its signature: %s", (signed, words) => {
    const callback = observeCallback({ headers: {}, body: "{}" }, signed)
    const observed = { callback }
    const text = purchaseReport({
      row: { ...row, observed },
      callbacks: [],
      clockDifferenceMs: null,
      largestPages: [],
    })
    expect(text).toContain(`Callback: ${words}`)
  })

  it("says that nothing was seen of a checkout of an earlier version", () => {
    const text = purchaseReport({
      ...{ row, callbacks: [], clockDifferenceMs: null, largestPages: [] },
    })
    expect(text).toContain("Answer to POST /api/checkouts: not seen")
    expect(text).toContain("Callback: not seen")
    expect(text).toContain("Largest page of a list: not seen")
  })
})
