const CUT = "[cut]"
/** The longest text of somebody else that is kept. */
const LONGEST = 500

const LOCAL = "[\\p{L}\\p{N}.!#$%&*+?^_`{|}~-]"
// It starts only where a word starts, so a long text costs one pass.
const EMAIL = new RegExp(
  `(?<!${LOCAL})${LOCAL}+(?:@|%40)(?:[\\p{L}\\p{N}-]+\\.)+\\p{L}{2,}`,
  "giu"
)
/**
 * As long as a phone number: fewer digits may be an amount or a postal code. Digits
 * within a word are an id's; a date is none, nor are the decimals of an amount.
 */
const DIGITS =
  /(?<![\p{L}\p{N}_.,])(?!\d{4}-\d\d-\d\d)\+?\d(?:[\s()-]{0,3}\d){8,}(?![\p{L}\p{N}_])/gu

/** The text without anything that looks like an e-mail address. */
export function withoutEmails(text: string): string {
  return text.replace(EMAIL, CUT)
}

/**
 * A text of somebody else's (the service's, a person's) as the ledger may keep it: what
 * `impersonal` leaves of it, of 500 characters. Cut before it is shortened: half an
 * address is one too.
 */
export function keptText(text: string, personal: string[] = []): string {
  return impersonal(text, personal).slice(0, LONGEST)
}

/**
 * A text without e-mail addresses, runs of digits, and the `personal` words that the
 * other was told, in any case.
 */
export function impersonal(text: string, personal: string[] = []): string {
  const words = personal
    .map((word) => word.trim())
    .filter(({ length }) => length > 1)
    // The longest first: a part must not leave the rest of a whole.
    .sort((a, b) => b.length - a.length)
  return words
    .reduce(
      (left, word) => left.replace(inAnyCase(word), CUT),
      withoutEmails(text)
    )
    .replace(DIGITS, CUT)
}

/** Alone, and not as a part of another word. */
function inAnyCase(word: string): RegExp {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "giu")
}
