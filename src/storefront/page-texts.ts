import { languageOf, type Language } from "./language.js"
import { pageTexts as af } from "./languages/af.js"
import { pageTexts as en } from "./languages/en.js"

/** Every word of the React components but the message's, with values in braces. */
export type PageTexts = typeof en

const languages: Record<Language, PageTexts> = { en, af }

/** The texts of a language, but for the shop's own. */
export function pageTextsWith(
  own: Partial<PageTexts>,
  lang?: string
): PageTexts {
  return { ...languages[languageOf(lang)], ...own }
}
