/** The languages that the shopper's texts come in; isiZulu is a draft. */
export type Language = "en" | "af" | "zu"

const LANGUAGES: Language[] = ["en", "af", "zu"]

/** The language of a tag like `af-ZA`; English where it is none of them. */
export function languageOf(tag: string | undefined): Language {
  const [first] = (tag ?? "").toLowerCase().split("-")
  return LANGUAGES.find((language) => language === first) ?? "en"
}
