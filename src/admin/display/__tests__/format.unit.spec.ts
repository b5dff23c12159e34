import { englishOf, formats } from "../format"

/** Languages part thousands and units by several kinds of spaces. */
const plain = (text: string) => text.replace(/\s/g, " ")

it.each([
  [["af-ZA", "en-ZA", "en"], "en-ZA"],
  [["de"], "en"],
])(
  "In a browser of %j amounts and dates are as %s has them",
  (wanted, locale) => {
    expect(englishOf(wanted)).toBe(locale)
  }
)

describe("In South African English", () => {
  const { amount, roundAmount, ...english } = formats("en-ZA")

  it("amounts are rands and cents, short ones round", () => {
    expect(plain(amount(139_850, "ZAR"))).toBe("R 1 398,50")
    expect(plain(roundAmount(139_850, "ZAR"))).toMatch(/^R 1,4/)
  })

  it("an amount in what is no currency stands before its word", () => {
    expect(plain(amount(139_850, "RAND"))).toBe("1 398,50 RAND")
    expect(plain(roundAmount(139_850, "?"))).toMatch(/^1,4.* \?$/)
  })

  it("a moment in UTC names its zone, a day has none", () => {
    const at = "2026-11-21T22:30:05.123Z"
    expect(plain(english.momentInUtc(at))).toBe("21 Nov 2026, 22:30:05 UTC")
    expect(english.shortDay("2026-11-21")).toBe("21 Nov")
  })
})
