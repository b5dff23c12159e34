import { MathBN } from "@medusajs/framework/utils"
import fc from "fast-check"
import {
  customerPrefill,
  fingerprint,
  lineItems,
  withoutOptional,
} from "../checkout-content"
import { toCents } from "../money"

describe("the shopper's prefill", () => {
  it("leaves out what is empty", () => {
    expect(
      customerPrefill({
        email: "a@b.example",
        billing_address: { first_name: " ", phone: null },
      })
    ).toEqual({ email: "a@b.example" })
  })

  it("is of one person: who pays, and not half of who gets it", () => {
    expect(
      customerPrefill({
        email: "a@b.example",
        billing_address: {
          first_name: "Thandi",
          address_1: "1 Long Street",
          city: "Cape Town",
          country_code: "za",
        },
        shipping_address: {
          first_name: "Sipho",
          last_name: "Nkosi",
          phone: "+27835550123",
        },
      })
    ).toEqual({
      email: "a@b.example",
      first_name: "Thandi",
      billing_address: "1 Long Street, Cape Town, ZA",
    })
  })
})

describe("line ends in texts", () => {
  it("become spaces, in what the shopper typed and in titles", () => {
    const { email: _, ...said } = customerPrefill({
      email: "a@b.example",
      billing_address: {
        first_name: "Anna\r\nMaria",
        last_name: "\nNel\u2028",
        address_1: "1 Long\nStreet",
        address_2: "\n",
        city: "Cape\rTown",
      },
    })
    expect(said).toEqual({
      first_name: "Anna Maria",
      last_name: "Nel",
      billing_address: "1 Long Street, Cape Town",
    })
    const [line] = lineItems({
      items: [{ title: "Mug,\n\nblue", quantity: 2, total: 5 }],
      ...{ shippingTotal: 0, amountCents: 500 },
    })
    expect(line!.name).toBe("2 × Mug, blue")
  })
})

describe("a request without what is optional", () => {
  const request = (name: string) => ({
    amount: 500,
    customer: { email: "a@b.example", first_name: "Anna", phone_number: "x" },
    line_items: [{ name, amount: 500, quantity: 1 as const }],
  })

  it("keeps the e-mail address and all amounts", () => {
    expect(withoutOptional(request("Mug"))).toEqual({
      ...request("Mug"),
      customer: { email: "a@b.example" },
    })
  })

  it.each(["é", "😀", "a"])(
    "cuts a title of 300 %s to 255 characters, and none in two",
    (one) => {
      const [line] = withoutOptional(request(one.repeat(300))).line_items
      expect(line!.name).toBe(one.repeat(255))
    }
  )
})

describe("the billing address", () => {
  const addressOf = (billing_address: object) =>
    customerPrefill({ email: "a@b.example", billing_address }).billing_address
  const whole = {
    ...{ address_1: "1 Long Street", city: "Cape Town" },
    ...{ postal_code: "8001", country_code: "za" },
  }

  it.each([
    [{}, "1 Long Street, Cape Town, 8001, ZA"],
    [{ country_code: null }, "1 Long Street, Cape Town, 8001"],
    [{ country_code: " " }, "1 Long Street, Cape Town, 8001"],
    [{ country_code: "undefined" }, "1 Long Street, Cape Town, 8001"],
    [{ city: undefined, postal_code: "null" }, "1 Long Street, ZA"],
    [{ address_1: "1 Long Street, ", city: ", " }, "1 Long Street, 8001, ZA"],
  ])("has no hole where a part is missing: %j", (parts, line) => {
    expect(addressOf({ ...whole, ...parts })).toBe(line)
  })

  it("is left out when no part is there", () => {
    expect(addressOf({ city: "undefined", country_code: "" })).toBeUndefined()
  })
})

/** Major units as tax and percentages leave them: up to 20 decimals. */
const total = fc
  .tuple(
    fc.oneof(fc.nat({ max: 100_000_000 }), fc.nat({ max: 100 })),
    fc.constantFrom(1, 1.15, 7)
  )
  .map(([cents, divisor]) => MathBN.div(cents / 100, divisor))
const cartLine = fc.record({
  title: fc.string(),
  quantity: fc.integer({ min: 1, max: 999 }),
  total,
})
const cart = fc.record({
  items: fc.array(cartLine),
  shippingTotal: total,
})

describe("line items", () => {
  it("add up to the checkout amount, none negative or missing, whatever the credits and fees", () => {
    const amount = fc.integer({ min: 0, max: 10_000_000_000 })
    fc.assert(
      fc.property(cart, amount, (cart, amountCents) => {
        const lines = lineItems({ ...cart, amountCents })
        const sum = lines.reduce((total, { amount }) => total + amount, 0)
        expect(sum).toBe(amountCents)
        expect(lines.every(({ amount }) => amount >= 0)).toBe(true)
        expect(lines.every(({ quantity }) => quantity === 1)).toBe(true)
        expect(lines.length).toBeGreaterThanOrEqual(cart.items.length)
      })
    )
  })

  it("are each less than a cent from the cart's own, when nothing but rounding is between", () => {
    fc.assert(
      fc.property(cart, ({ items, shippingTotal }) => {
        const totals = [...items.map(({ total }) => total), shippingTotal]
        const amountCents = toCents(MathBN.sum(0, ...totals), "ZAR")
        const lines = lineItems({ items, shippingTotal, amountCents })
        expect(lines.some(({ name }) => name === "Other charges")).toBe(false)
        for (const [i, { amount }] of lines.entries()) {
          const off = MathBN.sub(amount, MathBN.mult(totals[i]!, 100))
          expect(Math.abs(off.toNumber())).toBeLessThan(1)
        }
      })
    )
  })

  it("name the count and keep the line's total", () => {
    expect(
      lineItems({
        items: [{ title: "Mug", quantity: 3, total: 1300.05 }],
        shippingTotal: 99.5,
        amountCents: 139_955,
      })
    ).toEqual([
      { name: "3 × Mug", amount: 130_005, quantity: 1 },
      { name: "Shipping", amount: 9950, quantity: 1 },
    ])
  })

  const two = [
    { title: "Mug", quantity: 1, total: "60.004" },
    { title: "Bowl", quantity: 1, total: "20.006" },
  ]

  it("get the cents of rounding where most was cut off", () => {
    const cart = { items: two, shippingTotal: "0.000", amountCents: 8001 }
    expect(amounts(lineItems(cart))).toEqual([
      ["Mug", 6000],
      ["Bowl", 2001],
    ])
  })

  it("share a credit in proportion, and leave free shipping out", () => {
    const cart = { items: two, shippingTotal: 0, amountCents: 4000 }
    expect(amounts(lineItems(cart))).toEqual([
      ["Mug", 3000],
      ["Bowl", 1000],
    ])
  })

  it("keep a line that costs nothing, and name what none of them stands for", () => {
    const gift = [{ title: "Gift", quantity: 2, total: 0 }]
    const cart = { items: gift, shippingTotal: 0, amountCents: 250 }
    expect(amounts(lineItems(cart))).toEqual([
      ["2 × Gift", 0],
      ["Other charges", 250],
    ])
  })
})

const amounts = (lines: ReturnType<typeof lineItems>) =>
  lines.map(({ name, amount }) => [name, amount])

describe("the fingerprint of a payable state", () => {
  const state = {
    ...{ key: "the signing secret", collectionId: "pay_col_1" },
    ...{ orderId: null, amountCents: 10_000, currency: "ZAR", lineItems: [] },
    customer: { email: "thandi@example.com" },
  }

  it("is the same for the same state, and another for another shopper", () => {
    expect(fingerprint({ ...state })).toBe(fingerprint(state))
    const customer = { email: "sipho@example.com" }
    expect(fingerprint({ ...state, customer })).not.toBe(fingerprint(state))
  })

  it("is another for the order that owes what its cart came to", () => {
    expect(fingerprint({ ...state, orderId: "order_1" })).not.toBe(
      fingerprint(state)
    )
  })

  it("cannot be tried out by who knows the shopper and not the key", () => {
    expect(fingerprint({ ...state, key: "a guess" })).not.toBe(
      fingerprint(state)
    )
  })
})
