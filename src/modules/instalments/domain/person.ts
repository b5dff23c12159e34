/** What stands where personal data was. */
export const ERASED = "[erased]"

/** By which words a text may mean a person. */
export type Person = {
  /** E-mail addresses and phone numbers, which nobody else has. */
  own: string[]
  /** Names and lines of addresses, which others may have too. */
  shared: string[]
}

const LOCAL = "[\\p{L}\\p{N}.!#$%&*+?^_`{|}~-]"
// It starts only where a word starts, so a long text costs one pass.
const EMAIL = new RegExp(
  `(?<!${LOCAL})${LOCAL}+(?:@|%40)(?:[\\p{L}\\p{N}-]+\\.)+\\p{L}{2,}`,
  "giu"
)
const PHONE = /^\+?[\d\s().-]+$/
/** The part of a number that is the same however its country is written. */
const SIGNIFICANT_DIGITS = 9
/** Fewer digits may as well be an amount, a day or a postal code. */
const LEAST_DIGITS = 7
const BETWEEN_DIGITS = "[\\s().-]*"

/** The text without anything that looks like an e-mail address. */
export function withoutEmails(text: string): string {
  return text.replace(EMAIL, ERASED)
}

/** Sorts what is known of somebody; empty values and short numbers are left out. */
export function personOf(known: {
  own: (string | null | undefined)[]
  shared: (string | null | undefined)[]
}): Person {
  const written = (values: (string | null | undefined)[]) => [
    ...new Set(values.flatMap((value) => value?.trim() || [])),
  ]
  return {
    own: written(known.own).filter((value) => spellingsOf(value).length > 0),
    shared: written(known.shared),
  }
}

/** The text without a person; see `withoutWords`. */
export function withoutPerson(text: string, { own, shared }: Person): string {
  return withoutWords(text, [...own, ...shared])
}

/**
 * The text without personal words: each of `values` is taken out as a whole word,
 * in any case and spacing and URL-encoded, a phone number also with another spelling
 * of its country. What looks like an e-mail address goes too. Numbers shorter than
 * a phone's stay: they may be amounts.
 */
export function withoutWords(text: string, values: string[]): string {
  const meant = wordsOf(values)
  const known = meant ? text.replace(meant, ERASED) : text
  return withoutEmails(known)
}

/** Whether one of `values` is in the text, written as `withoutWords` finds it. */
export function hasWords(text: string, values: string[]): boolean {
  return wordsOf(values)?.test(text) ?? false
}

function wordsOf(values: string[]): RegExp | null {
  const spellings = values
    .map((value) => value.trim())
    .flatMap(spellingsOf)
    // The longest first: a part must not leave the rest of a whole.
    .sort((a, b) => b.length - a.length)
  return spellings.length === 0
    ? null
    : new RegExp(
        `(?<![\\p{L}\\p{N}])(?:${spellings.join("|")})(?![\\p{L}\\p{N}])`,
        "giu"
      )
}

/**
 * A pattern of PostgreSQL's `like` for texts that contain a value; `%`, `_` and `\\`
 * have a meaning there.
 */
export function containing(value: string): string {
  return `%${value.replace(/[\\%_]/g, "\\$&")}%`
}

/** How a value may be written, as sources of regular expressions. */
function spellingsOf(value: string): string[] {
  if (PHONE.test(value)) {
    const digits = value.replace(/\D/g, "")
    if (digits.length < LEAST_DIGITS) {
      return []
    }
    const number = [...digits.slice(-SIGNIFICANT_DIGITS)].join(BETWEEN_DIGITS)
    return [`(?:\\+|00)?(?:\\d${BETWEEN_DIGITS}){0,4}${number}`]
  }
  if (value.length < 2) {
    return []
  }
  const written = [value, value.normalize("NFC"), value.normalize("NFD")]
  const sources = [...new Set([...written, encodeURIComponent(value)])].map(
    (one) => one.split(/\s+/).map(escaped).join("\\s+")
  )
  return value.includes("@") ? sources.map(aloneAsAddress) : sources
}

/** As a part of a longer address, `jo.ann@x.com` or `ann@x.co.za`, it is another's. */
const aloneAsAddress = (source: string) =>
  `(?<![\\p{L}\\p{N}][.+_-])${source}(?![.-][\\p{L}\\p{N}])`

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
