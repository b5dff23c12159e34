/** Every word that `<instalment-message>` shows. */
export type InstalmentTexts = {
  /** `{count}` payments of about `{amount}`, formatted. */
  message: string
  /** Opens the explanation. */
  button: string
  title: string
  steps: string[]
  /** Above the table of terms: its name and the heads of its two columns. */
  terms: string
  payments: string
  monthly: string
  /** A run of equal payments in the table: `{count}` and `{amount}`. */
  run: string
  /** Between two runs, where the odd cents are on the first payments. */
  then: string
  note: string
  close: string
}

const english: InstalmentTexts = {
  message: "or {count} × about {amount}, interest-free",
  button: "How it works",
  title: "Pay in monthly instalments",
  steps: [
    "Choose instalments when you check out.",
    "On the secure payment page, enter your mobile number and choose the number of payments.",
    "Enter your credit card and confirm with your bank. The first payment is held on it at once.",
    "The others follow on the same card, one a month.",
  ],
  terms: "Your choice",
  payments: "Payments",
  monthly: "Each month, about",
  run: "{count} × {amount}",
  then: ", then ",
  note: "The payment page shows what is charged, to the cent. The full amount must be free on your credit card when you pay.",
  close: "Close",
}

let everywhere: Partial<InstalmentTexts> = {}

/**
 * Replaces texts of every message that is drawn from now on; what is left out
 * stays as it was.
 */
export function setTexts(texts: Partial<InstalmentTexts>): void {
  everywhere = { ...everywhere, ...texts }
}

/**
 * The texts of one message: its own, else the page's, else the English ones.
 * What is no text, or no list where `steps` belong, is as if it was left out.
 */
export function textsWith(own: Partial<InstalmentTexts>): InstalmentTexts {
  const texts: InstalmentTexts = { ...english, ...everywhere, ...own }
  for (const key of Object.keys(english) as (keyof InstalmentTexts)[]) {
    const list = Array.isArray(english[key])
    if (list ? !Array.isArray(texts[key]) : typeof texts[key] !== "string") {
      Object.assign(texts, { [key]: english[key] })
    }
  }
  return texts
}

/** Puts values into the braces of a text. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (braces, key) => values[key] ?? braces)
}
