import type { Attributes } from "@medusajs/framework/opentelemetry/api"
import { MedusaError } from "@medusajs/framework/utils"
import { impersonal, withoutEmails } from "../domain/kept-text"
import type { CheckoutRow, RefundRequestRow } from "../ledger/rows"

/**
 * What an error says, as `impersonal` cuts it; of one of the database's without the
 * statement and its values. Medusa's workflows also throw plain objects that carry a
 * message, so `instanceof` is not enough.
 */
export function messageOf(error: unknown): string {
  const { message = String(error) } = (error ?? {}) as { message?: unknown }
  if (!isOfDatabase(error)) {
    return impersonal(String(message))
  }
  const code = sqlState(error)
  // Knex puts the statement with its values in front, and class 22 quotes a value.
  const said = code?.startsWith("22")
    ? "a value does not fit"
    : String(message).split(" - ").at(-1)
  return impersonal(`The database says: ${said}${code ? ` (${code})` : ""}`)
}

const STATEMENT = /^\s*(?:select|insert|update|delete|with|lock)\b[^]* - /

/** A lost connection has no code, and the statement all the same. */
function isOfDatabase(error: unknown): boolean {
  const { message } = (error ?? {}) as { message?: unknown }
  return sqlState(error) !== undefined || STATEMENT.test(String(message))
}

/** PostgreSQL's code of an error; undefined for any other error. Node.js's have no digit. */
function sqlState(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return /^(?=.*\d)[0-9A-Z]{5}$/.exec(String(code))?.[0]
}

/**
 * Answers what `work` does. An error of the database's is thrown without the statement and
 * its values: whoever logs or answers it does so as it comes.
 */
export async function withoutSql<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw isOfDatabase(error)
      ? new MedusaError(
          MedusaError.Types.UNEXPECTED_STATE,
          messageOf(error),
          "instalments_unavailable"
        )
      : error
  })
}

/**
 * The ids of a checkout or refund: `reference` and `refund` are the ledger's,
 * `checkout_id` and `refund_request_id` the service's, the others Medusa's.
 */
export type References = Partial<Record<Reference, string | null>>
type Reference =
  | ("reference" | "checkout_id" | "cart_id" | "order_id")
  | ("refund" | "refund_request_id" | "payment_id" | "refund_id")
type Checkout = Pick<CheckoutRow, "id" | "checkout_id" | "cart_id" | "order_id">

/** The references of a checkout. */
export function checkoutReferences(row: Checkout): References {
  const { id, checkout_id, cart_id, order_id } = row
  return { reference: id, checkout_id, cart_id, order_id }
}

/** The references of a refund request and of its checkout. */
export function refundReferences(row: RefundRequestRow): References {
  const { id, reference, checkout_id } = row
  const { refund_request_id, payment_id, refund_id } = row
  const medusa = { payment_id, refund_id }
  return { reference, checkout_id, refund: id, refund_request_id, ...medusa }
}

/** References as attributes of a span. */
export function asAttributes(references: References): Attributes {
  return Object.fromEntries(
    known(references).map(([name, value]) => [`instalments.${name}`, value])
  )
}

type Level = "debug" | "info" | "warn" | "error"

/**
 * The store's log, for lines about a row of the ledger or its references:
 * `log(container).warn(text, row)`.
 */
export function log(container: {
  resolve: (name: "logger") => Record<Level, (line: string) => unknown>
}) {
  const logger = container.resolve("logger")
  const at =
    (level: Level) =>
    (text: string, about: Checkout | RefundRequestRow | References = {}) => {
      logger[level](logLine(text, referencesOf(about)))
    }
  const [debug, info] = [at("debug"), at("info")]
  return { debug, info, warn: at("warn"), error: at("error") }
}

function referencesOf(about: Checkout | RefundRequestRow | References) {
  if (!("id" in about)) {
    return about
  }
  return "refund_request_id" in about
    ? refundReferences(about)
    : checkoutReferences(about)
}

/**
 * A line of the log, its references at the end as `name=value`. Medusa's logger
 * takes text only. No line holds an e-mail address, whoever wrote it.
 */
export function logLine(text: string, references: References): string {
  const named = known(references).map(
    ([name, value]) =>
      // Ids are plain text; a reference in a stranger's callback need not be.
      `${name}=${/^[\w.:-]+$/.test(value) ? value : JSON.stringify(value)}`
  )
  const said = withoutEmails(text)
  return named.length > 0 ? `${said} [${named.join(" ")}]` : said
}

function known(references: References): [string, string][] {
  return Object.entries(references).flatMap(([name, value]) =>
    value ? [[name, withoutEmails(value)]] : []
  )
}

/** The kinds of lines that somebody who floods a callback route can cause. */
export type FloodKind =
  | ("unread" | "unverified" | "check_waits" | "uncounted" | "held")
  | "built_in_hook"

const MINUTE_MS = 60_000

/** Writes one line of each kind in a while, with the number of those left out before. */
export class FloodLog {
  private readonly lines = new Map<FloodKind, { at: number; leftOut: number }>()

  /** The line to write at `now` (milliseconds); null while it is too soon. */
  line(
    kind: FloodKind,
    text: () => string,
    now: number,
    everyMs = MINUTE_MS
  ): string | null {
    const last = this.lines.get(kind)
    // The clock may have jumped back.
    if (last && Math.abs(now - last.at) < everyMs) {
      last.leftOut++
      return null
    }
    this.lines.set(kind, { at: now, leftOut: 0 })
    return last?.leftOut
      ? `${text()} (${last.leftOut} more like it since the last one)`
      : text()
  }
}
