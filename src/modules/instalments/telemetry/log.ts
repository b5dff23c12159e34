import type { Attributes } from "@medusajs/framework/opentelemetry/api"
import { withoutEmails } from "../domain/person"
import type { CheckoutRow, RefundRequestRow } from "../ledger/rows"

/**
 * What an error says, without e-mail addresses: it ends in the log, in spans and in
 * the ledger. Medusa's workflows also throw plain objects that carry a message, so
 * `instanceof` is not enough.
 */
export function messageOf(error: unknown): string {
  const message = (error as { message?: unknown } | null)?.message
  return withoutEmails(typeof message === "string" ? message : String(error))
}

/** The ids of a checkout or refund: ours, the service's and Medusa's. */
export type References = {
  /** Our reference of the checkout: the service's `client_reference_id`. */
  reference?: string | null
  /** The service's id of the checkout. */
  checkout_id?: string | null
  cart_id?: string | null
  order_id?: string | null
  /** The ledger's id of the refund request. */
  refund?: string | null
  /** The service's id of the refund request. */
  refund_request_id?: string | null
  /** Medusa's ids. */
  payment_id?: string | null
  refund_id?: string | null
}

type NamedCheckout = Pick<
  CheckoutRow,
  "id" | "checkout_id" | "cart_id" | "order_id"
>

/** The references of a checkout. */
export function checkoutReferences(row: NamedCheckout): References {
  const { id, checkout_id, cart_id, order_id } = row
  return { reference: id, checkout_id, cart_id, order_id }
}

/** The references of a refund request and of its checkout. */
export function refundReferences(row: RefundRequestRow): References {
  const { id, reference, checkout_id, refund_request_id } = row
  const { payment_id, refund_id } = row
  return {
    reference,
    checkout_id,
    refund: id,
    refund_request_id,
    payment_id,
    refund_id,
  }
}

/** References as attributes of a span. */
export function asAttributes(references: References): Attributes {
  return Object.fromEntries(
    known(references).map(([name, value]) => [`instalments.${name}`, value])
  )
}

/** What a line of the log is about: a row of the ledger, or its references. */
export type About = NamedCheckout | RefundRequestRow | References

type Level = "debug" | "info" | "warn" | "error"

/** The store's log, for lines about a row: `log(container).warn(text, row)`. */
export function log(container: {
  resolve: (name: "logger") => Record<Level, (line: string) => unknown>
}): Record<Level, (text: string, about?: About) => void> {
  const logger = container.resolve("logger")
  const at =
    (level: Level) =>
    (text: string, about: About = {}) => {
      logger[level](logLine(text, referencesOf(about)))
    }
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  }
}

function referencesOf(about: About): References {
  if (!("id" in about)) {
    return about
  }
  return "refund_request_id" in about
    ? refundReferences(about)
    : checkoutReferences(about)
}

/**
 * A line of the log, its references at the end as `name=value`, so that a
 * person reads it and a log store finds it. Medusa's logger takes text only. No
 * line holds an e-mail address, whoever wrote it into a reference or an error.
 */
export function logLine(text: string, references: References): string {
  const named = known(references).map(
    ([name, value]) => `${name}=${PLAIN.test(value) ? value : quote(value)}`
  )
  const said = withoutEmails(text)
  return named.length > 0 ? `${said} [${named.join(" ")}]` : said
}

/** Ids are plain text; a reference in a stranger's callback need not be. */
const PLAIN = /^[\w.:-]+$/
const quote = (value: string) => JSON.stringify(value)

function known(references: References): [string, string][] {
  return Object.entries(references).flatMap(([name, value]) =>
    value ? [[name, withoutEmails(value)]] : []
  )
}

const MINUTE_MS = 60_000

/**
 * The kinds of lines that are limited: callbacks that are not believed, checks
 * that wait for the service's limit, and callbacks that could not be counted.
 */
export type FloodKind = "unverified" | "check_waits" | "uncounted"

/**
 * Keeps the log small when somebody floods the callback route. A process writes
 * one line a minute of each kind, with the number of lines it left out before.
 */
export class FloodLog {
  private readonly lines = new Map<FloodKind, { at: number; leftOut: number }>()

  /** The line to write at `now` (milliseconds); null while it is too soon. */
  line(kind: FloodKind, text: () => string, now: number): string | null {
    const last = this.lines.get(kind)
    // The clock may have jumped back.
    if (last && Math.abs(now - last.at) < MINUTE_MS) {
      last.leftOut++
      return null
    }
    this.lines.set(kind, { at: now, leftOut: 0 })
    return last?.leftOut
      ? `${text()} (${last.leftOut} more like it since the last one)`
      : text()
  }
}
