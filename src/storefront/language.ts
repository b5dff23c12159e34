/** The languages that the shopper's texts come in. */
export type Language = "en" | "af"

const LANGUAGES: Language[] = ["en", "af"]

/** The language of a tag like `af-ZA`; English where it is no other of them. */
export function languageOf(tag: string | undefined): Language {
  const [first] = (tag ?? "").toLowerCase().split("-")
  return LANGUAGES.find((language) => language === first) ?? "en"
}
