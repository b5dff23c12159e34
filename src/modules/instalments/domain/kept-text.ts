const CUT = "[cut]"
/** The longest text of somebody else that is kept. */
const LONGEST = 500
/** More is not read: a pass for each personal word over a long text takes too long. */
const MOST_READ = 4_000
/** The longest ones; an address may have as many parts as it has commas. */
const MOST_WORDS = 50

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
 * The first 4,000 characters of a text, without e-mail addresses, runs of digits, and the
 * `personal` words that the other was told, in any case.
 */
export function impersonal(text: string, personal: string[] = []): string {
  const read = bounded(text)
  const words = [...new Set(personal.map((word) => word.trim()))]
    .filter(({ length }) => length > 1 && length <= read.length)
    // The longest first: a part must not leave the rest of a whole.
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS)
  return words
    .reduce(
      (left, word) => left.replace(inAnyCase(word), CUT),
      withoutEmails(read)
    )
    .replace(DIGITS, CUT)
}

/** Its beginning, to the end of a word: half an address is one too. */
function bounded(text: string): string {
  return text.length > MOST_READ
    ? text.slice(0, text.lastIndexOf(" ", MOST_READ) + 1)
    : text
}

/** Alone, and not as a part of another word. */
function inAnyCase(word: string): RegExp {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "giu")
}
