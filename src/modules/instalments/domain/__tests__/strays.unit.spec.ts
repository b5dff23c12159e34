import { strayOf, type Idless, type Stray } from "../strays"

const opened = Date.parse("2026-11-21T08:00:00Z")
const row = (change: Partial<Idless> = {}): Idless => ({
  id: "a",
  cart_id: "cart",
  amount: 139_955,
  currency: "ZAR",
  status: null,
  opened_at: new Date(opened),
  ...change,
})
const stray = (change: Partial<Stray> = {}, after = 1_000): Stray => ({
  id: "s",
  amount: 139_955,
  currency: "ZAR",
  status: "received",
  created_at: new Date(opened + after).toISOString(),
  ...change,
})
const find = (one: Idless, strays: Stray[], others: Idless[] = []) =>
  strayOf(one, { strays, rows: [one, ...others] })?.id ?? null

describe("the checkout of a row whose creation's answer was lost", () => {
  it("is the only unknown one of its amount and moment", () => {
    expect(find(row(), [stray(), stray({ id: "t", amount: 1 })])).toBe("s")
  })

  it.each([
    ["another amount", stray({ amount: 139_956 })],
    ["another currency", stray({ currency: "USD" })],
    ["another moment", stray({}, 3 * 60_000)],
    ["a moment long before", stray({}, -3 * 60_000)],
  ])("is not one of %s", (_, other) => {
    expect(find(row(), [other])).toBeNull()
  })

  it("is paid when the callback said so", () => {
    const paid = row({ status: "successful" })
    expect(find(paid, [stray()])).toBeNull()
    expect(find(paid, [stray({ status: "successful" })])).toBe("s")
  })

  it("is not guessed between several strays or rows alike", () => {
    expect(find(row(), [stray(), stray({ id: "t" })])).toBeNull()
    expect(find(row(), [stray()], [row({ id: "b" })])).toBeNull()
  })

  it("is told from its like when all are of one cart and all are paid, by their age", () => {
    const [elder, younger] = [
      row({ status: "successful" }),
      row({ id: "b", opened_at: new Date(opened + 5_000) }),
    ]
    const paid = { status: "successful" }
    const strays = [stray({ id: "t", ...paid }, 6_000), stray(paid)]
    expect(find(elder, strays, [younger])).toBe("s")
    expect(find(younger, strays, [elder])).toBe("t")
    const unpaid = [stray(paid), stray({ id: "t" }, 6_000)]
    expect(find(younger, unpaid, [elder])).toBeNull()
    expect(find(younger, strays, [{ ...elder, cart_id: "c" }])).toBeNull()
    expect(find(younger, strays, [elder, row({ id: "c" })])).toBeNull()
  })
})
