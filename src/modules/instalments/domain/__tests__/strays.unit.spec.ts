import { strayOf, type Idless, type Stray } from "../strays"

const opened = Date.parse("2026-11-21T08:00:00Z")
const row = (change: Partial<Idless> = {}): Idless => ({
  id: "a",
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
})
