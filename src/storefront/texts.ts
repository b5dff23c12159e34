import { languageOf, type Language } from "./language.js"
import { messageTexts as af } from "./languages/af.js"
import { messageTexts as en } from "./languages/en.js"

/** Every word that `<instalment-message>` shows, with values in braces. */
export type InstalmentTexts = typeof en

const languages: Record<Language, InstalmentTexts> = { en, af }

let everywhere: Partial<InstalmentTexts> = {}

/**
 * Replaces texts of every message that is drawn from now on, in every language;
 * what is left out stays as it was.
 */
export function setTexts(texts: Partial<InstalmentTexts>): void {
  everywhere = { ...everywhere, ...texts }
}

/**
 * The texts of one message: its own, else the page's, else those of its
 * language. What is no text, or no list where `steps` belong, is as if it was
 * left out.
 */
export function textsWith(
  own: Partial<InstalmentTexts>,
  lang?: string
): InstalmentTexts {
  const given = languages[languageOf(lang)]
  const texts: InstalmentTexts = { ...given, ...everywhere, ...own }
  for (const key of Object.keys(given) as (keyof InstalmentTexts)[]) {
    const list = Array.isArray(given[key])
    if (list ? !Array.isArray(texts[key]) : typeof texts[key] !== "string") {
      Object.assign(texts, { [key]: given[key] })
    }
  }
  return texts
}

/** Puts values into the braces of a text. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (braces, key) => values[key] ?? braces)
}
