import { formatDay, formatMoney } from "../index.js"
import { languageOf } from "../language.js"
import * as af from "../languages/af.js"
import * as en from "../languages/en.js"
import { pageTextsWith } from "../page-texts.js"

type Texts = Record<string, string | string[]>
const all = ({ messageTexts, pageTexts }: typeof en): Texts => ({
  ...messageTexts,
  ...pageTexts,
})
const english = all(en)

/** The same in every language: signs and places for values only. */
const WITHOUT_WORDS = ["run"]

const places = (text: string | string[] = "") =>
  [...String(text).matchAll(/\{\w+\}/g)].map(String).sort()

describe("the texts in Afrikaans", () => {
  const texts = all(af)

  it("are all there, and no others", () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort())
  })

  it("are all translated", () => {
    const same = Object.keys(english).filter(
      (key) => String(texts[key]).trim() === String(english[key]).trim()
    )
    expect(same).toEqual(WITHOUT_WORDS)
  })

  it.each(Object.keys(english))("have words and the values of %s", (key) => {
    expect(String(texts[key]).trim()).not.toBe("")
    expect(places(texts[key])).toEqual(places(english[key]))
    expect(texts[key]).toHaveLength(
      Array.isArray(english[key]) ? english[key].length : texts[key]!.length
    )
  })
})

it("the texts promise neither interest nor room on the card, of which the specification says nothing", () => {
  const said = [en, af].map((texts) => JSON.stringify(all(texts))).join()
  expect(said).not.toMatch(/interest|rente|must be free|beskikbaar wees/i)
})

describe("a language", () => {
  it.each([
    ["en-ZA", "en"],
    ["af", "af"],
    ["AF-za", "af"],
    ["zu-ZA", "en"],
    ["afar", "en"],
    ["pt-BR", "en"],
    ["", "en"],
    [undefined, "en"],
  ])("is chosen by the tag %j: %s", (tag, language) => {
    expect(languageOf(tag)).toBe(language)
  })

  it("is that of the pages, but for the shop's own texts", () => {
    const texts = pageTextsWith({ pay: "Betaal nou" }, "af-ZA")
    expect(texts.pay).toBe("Betaal nou")
    expect(texts.toShop).toBe("Terug na die winkel")
  })
})

describe("amounts and days", () => {
  const plain = (text: string) => text.replace(/\s/g, " ")

  it.each([
    ["en-ZA", "R 1 299,00", "Tuesday, 24 November 2026"],
    ["af", "R 1 299,00", "Dinsdag 24 November 2026"],
    ["en-US", "R 1,299.00", "Tuesday, November 24, 2026"],
  ])("are written as %s writes them", (lang, money, day) => {
    expect(plain(formatMoney(1299, "zar", lang))).toBe(money)
    expect(formatDay("2026-11-24", lang)).toBe(day)
  })

  it("are written in a page whose language is none", () => {
    expect(formatMoney(1299, "zar", "no such language")).toMatch(/299/)
    expect(formatDay("2026-11-24", "")).toMatch(/2026/)
  })
})
