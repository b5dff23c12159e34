import { readCallback } from "../../callback/parse-callback"
import { verifySignature } from "../../callback/signature"
import { customerPrefill, lineItems } from "../../domain/checkout-content"
import { impersonal, keptText } from "../../domain/kept-text"
import { logLine, messageOf } from "../../telemetry/log"
import { linkedPage } from "../page"
import { readError } from "../read-error"
import {
  checkoutEnvelope,
  checkoutList,
  configEnvelope,
  createdEnvelope,
} from "../schemas"

const SIZE = 4 * 1024 * 1024
const filled = (with_: string, size = SIZE) =>
  with_.repeat(Math.ceil(size / with_.length)).slice(0, size)

/** Texts that make a reader slow which begins anew at each of their characters. */
const WORST = {
  quotes: '\\"',
  "words that end in no address": "a@b.",
  "encoded signs": "a%40b.c",
  digits: "1 1-(",
  "digits alone": "1",
  hex: `${"f".repeat(127)}g`,
  spaces: " ",
  commas: "a,",
  depth: "[",
  "zero bytes": "\0",
  "waits without an end": "try again in 1",
  apostrophes: "'",
}

const personal = ["'".repeat(1_000), ...filled("ab,cd,", 60_000).split(",")]
const error = (detail: string) => JSON.stringify({ errors: [{ detail }] })
const SCHEMAS = [
  ...[checkoutEnvelope, checkoutList, configEnvelope],
  createdEnvelope({ baseUrl: "https://service.example" }),
]
function readAnswer(text: string) {
  try {
    const json: unknown = JSON.parse(text)
    SCHEMAS.forEach((schema) => schema.safeParse(json))
  } catch {
    // It is no JSON.
  }
}
/** An answer that is long, and one that breaks off in a string. */
const answers = (worst: string) => [
  JSON.stringify({ data: { id: worst }, payment_url: worst, rules: worst }),
  JSON.stringify({ data: [{ id: worst }], links: { next: worst } }),
  `{"data":"${worst}`,
]

/** Every reader of what somebody else has written. */
const READERS: Record<string, (worst: string) => void> = {
  "an answer": (worst) => answers(worst).forEach(readAnswer),
  "an error": (worst) => {
    for (const body of [error(worst), worst]) {
      for (const status of [422, 429]) {
        readError(status, body, "POST /api/checkouts", personal)
      }
    }
  },
  "a link of a list": (worst) => {
    const list = new URL("https://service.example/api/checkouts")
    linkedPage(`${list.href}?page[number]=${worst}`, list)
    linkedPage(worst, list)
  },
  "a callback": (worst) => {
    const text = worst.slice(0, SIZE / 5)
    for (const body of [text, JSON.stringify({ client_reference_id: text })]) {
      readCallback(Buffer.from(body), worst)
    }
  },
  "a signature": (header) => {
    for (const encoding of ["base64", "hex", "base64url"] as const) {
      const scheme = { algorithm: "sha512" as const, encoding, key: ["key"] }
      verifySignature({ forms: [Buffer.from("{}")], header, scheme })
    }
  },
  "a text that is kept": (worst) => {
    keptText(worst, personal)
    impersonal(worst, personal)
  },
  "a line of the log": (worst) => void logLine(messageOf(new Error(worst)), {}),
  "a customer's address": (worst) => {
    const address = { first_name: worst, phone: worst, address_1: worst }
    customerPrefill({ email: worst, billing_address: address })
  },
}

/** Milliseconds; of three tries the least, when the first one takes longer than `enough`. */
function fastest(work: () => void, enough: number): number {
  let least = Infinity
  for (let n = 0; n < 3 && least > enough; n++) {
    const begun = performance.now()
    work()
    least = Math.min(least, performance.now() - begun)
  }
  return least
}

it.each(Object.entries(READERS))(
  "4 MiB of the worst of %s are read in the time that plain words take, nearly",
  (_, read) => {
    const plain = fastest(() => read(filled("Some plain words of text. ")), 0)
    // What is quadratic takes minutes.
    const enough = 30 * plain + 1_000
    for (const [name, worst] of Object.entries(WORST)) {
      const time = fastest(() => read(filled(worst)), enough)
      expect({ name, slow: time > enough }).toEqual({
        ...{ name, slow: false },
      })
    }
  }
)

it("the lines of a cart of ten thousand lines add up in time", () => {
  const items = Array.from({ length: 10_000 }, (_, i) => ({
    ...{ title: `Mug ${i}`, quantity: 1, total: 1.005 },
  }))
  const lines = () =>
    lineItems({ items, shippingTotal: 0, amountCents: 1_005_000 })
  expect(fastest(() => void lines(), 5_000)).toBeLessThan(5_000)
})
