import { keptText, withoutEmails } from "../kept-text"

const PERSONAL = [
  "thandeka@unmistakable.example",
  "Thandeka",
  "Jo",
  "14 Kestrel Lane",
]

describe("a text of somebody else's, as the ledger keeps it", () => {
  it.each([
    ["told THANDEKA@unmistakable.example.", "told [cut]."],
    ["?who=thandeka%40unmistakable.example", "?who=[cut]"],
    ["another@person.co.za is known", "[cut] is known"],
    ["thandeka of 14 kestrel lane, Jo's", "[cut] of [cut], [cut]'s"],
    ["call +27 (82) 555-0199 or 0825550199", "call [cut] or [cut]"],
    ["the identity number 8001015009087", "the identity number [cut]"],
  ])("has no personal words: %s", (text, kept) => {
    expect(keptText(text, PERSONAL)).toBe(kept)
  })

  it.each([
    "The refund of R 1 399,55 (139955 cents) of 2026-11-28 10:00 is more than is left.",
    "Cart cart_01JDX0000000001234567890 now totals 1399.550000000000000000004",
    "Expected 2026-11-28T10:00:00.000Z; try again in 1800 seconds (429)",
    "The major of Joburg, 8001",
  ])("keeps what says nothing of a person: %s", (text) => {
    expect(keptText(text, PERSONAL)).toBe(text)
  })

  it("has 500 characters, and no half of what is cut", () => {
    const text = `${"x ".repeat(244)}thandeka@unmistakable.example ${"y".repeat(900)}`
    const kept = keptText(text)
    expect(kept).toHaveLength(500)
    expect(kept).not.toContain("thandeka")
  })

  it("costs one pass, however long it is", () => {
    const text = `${"1 ".repeat(200_000)}${"a.".repeat(200_000)}`
    const before = performance.now()
    expect(withoutEmails(text)).toBe(text)
    keptText(text)
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})
