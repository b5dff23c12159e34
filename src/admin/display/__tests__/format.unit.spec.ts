import { formats, localeOf } from "../format"

/** Languages part thousands and units by several kinds of spaces. */
const plain = (text: string) => text.replace(/\s/g, " ")

describe("The language of amounts and dates", () => {
  const browser = ["en-ZA", "af-ZA", "en"]

  it("is the dashboard's, as the browser's country has it", () => {
    expect(localeOf("en", browser)).toBe("en-ZA")
    expect(localeOf("af", browser)).toBe("af-ZA")
  })

  it("is the dashboard's alone where the browser has no such language", () => {
    expect(localeOf("de", browser)).toBe("de")
  })

  it("is of the country that the dashboard names", () => {
    expect(localeOf("enGB", browser)).toBe("en-GB")
    expect(localeOf("ptBR", browser)).toBe("pt-BR")
  })
})

describe("In South African English", () => {
  const { amount, roundAmount, ...english } = formats("en-ZA", "en-ZA")

  it("amounts are rands and cents, short ones round", () => {
    expect(plain(amount(139_850, "ZAR"))).toBe("R 1 398,50")
    expect(plain(roundAmount(139_850, "ZAR"))).toMatch(/^R 1,4/)
  })

  it("a moment in UTC names its zone, a day has none", () => {
    const at = "2026-11-21T22:30:05.123Z"
    expect(plain(english.momentInUtc(at))).toBe("21 Nov 2026, 22:30:05 UTC")
    expect(english.day("2026-11-21")).toBe("21 Nov 2026")
    expect(english.shortDay("2026-11-21")).toBe("21 Nov")
  })

  it.each([
    [3 * 86_400 + 4_000, "3 days"],
    [86_400, "1 day"],
    [7_199, "1 hour"],
    [120, "2 minutes"],
    [59, "59 seconds"],
    [1, "1 second"],
    [2.46, "2,5 seconds"],
    [0, "0 seconds"],
  ])("%d seconds last %s", (seconds, text) => {
    expect(plain(english.duration(seconds))).toBe(text)
  })
})

it("In Afrikaans amounts, days and durations are Afrikaans", () => {
  const afrikaans = formats("af", "af")
  expect(plain(afrikaans.amount(139_850, "ZAR"))).toBe("R 1 398,50")
  expect(afrikaans.day("2026-03-21")).toBe("21 Mrt. 2026")
  expect(afrikaans.duration(2 * 86_400)).toBe("2 dae")
})

it("Under English words a German dashboard's amounts are German, durations English", () => {
  const german = formats("de", "en")
  expect(plain(german.amount(139_850, "ZAR"))).toMatch(/^1\.398,50 R/)
  expect(german.duration(7_200)).toBe("2 hours")
})
