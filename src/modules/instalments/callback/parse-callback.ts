import { z } from "@medusajs/framework/zod"
import type { CheckoutRow } from "../ledger/rows"
import { readBody } from "./read-body"
import { compactJson } from "./signature"

/** The known fields, as they are read. */
export const callbackBody = z.object({
  // No zero byte: PostgreSQL's text cannot hold one.
  client_reference_id: z
    .string()
    .max(200)
    .regex(/^[^\0]+$/),
  status: z.enum(["successful", "cancelled"]),
  // Only shown, never used to calculate: a strange value must not stop the
  // payment.
  number_of_payments: z
    .number()
    .int()
    .positive()
    .max(1000)
    .optional()
    .catch(undefined),
  // Not promised, of whatever type: what is there must be the checkout's; see
  // `otherThan`.
  amount: z.unknown(),
  currency: z.unknown(),
  checkout_id: z.unknown(),
})

/** The known fields of the payment-result callback; others are dropped. */
export type CallbackBody = z.infer<typeof callbackBody>

/**
 * Which of a callback's other fields is there and not its checkout's; null when none is.
 * Without a checkout: which is there.
 */
export function otherThan(
  checkout: Pick<CheckoutRow, "amount" | "currency" | "checkout_id"> | null,
  { amount, currency, checkout_id }: CallbackBody
): "amount" | "currency" | "checkout_id" | null {
  const isOther = (said: unknown, known: string | undefined | null) =>
    said != null && String(said).toLowerCase() !== known?.toLowerCase()
  if (amount != null && Number(amount) !== checkout?.amount) {
    return "amount"
  }
  if (isOther(currency, checkout?.currency)) {
    return "currency"
  }
  const isKnown = !checkout || checkout.checkout_id !== null
  return isKnown && isOther(checkout_id, checkout?.checkout_id)
    ? "checkout_id"
    : null
}

/** A verified body, understood or not. */
export type ParsedCallback =
  | { understood: true; callback: CallbackBody }
  | { understood: false; reason: string; client_reference_id?: string }

/** The reference that a callback names, verified or not. */
export function claimedReference(parsed: ParsedCallback): string | undefined {
  return parsed.understood
    ? parsed.callback.client_reference_id
    : parsed.client_reference_id
}

/** A callback's body, as it was read. */
export type ReadCallback = {
  text: string
  parsed: ParsedCallback
  /**
   * All that its signature may be over: what was received, that inflated, its text, and
   * of JSON the compact form. The last one is the same for all spellings of a callback.
   */
  forms: Buffer[]
}

/**
 * Reads a callback's body (Events in the API specification), which came with this
 * `content-encoding`; null when it is too long. Never throws: what is signed but not
 * understood is kept and held.
 */
export function readCallback(
  received: Buffer,
  encoding?: string
): ReadCallback | null {
  const body = readBody(received, encoding)
  if (!body) {
    return null
  }
  const { bytes, text } = body
  const utf8 = Buffer.from(text)
  const forms = [received, bytes, utf8]
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    const reason = "The callback's body is not JSON"
    return { text, forms, parsed: notUnderstood(reason, text) }
  }
  const parsed = parseCallback(json, text)
  return { text, parsed, forms: [...forms, compactJson(utf8)] }
}

function parseCallback(json: unknown, text: string): ParsedCallback {
  const parsed = callbackBody.safeParse(json)
  if (parsed.success) {
    return { understood: true, callback: parsed.data }
  }
  const named = callbackBody.shape.client_reference_id.safeParse(
    (json as { client_reference_id?: unknown } | null)?.client_reference_id
  )
  const reason = `The callback is not understood: ${parsed.error.issues
    .map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`)
    .join("; ")}`
  return notUnderstood(reason, text, named.data)
}

/** As `CheckoutOpening` makes them. */
const OUR_REFERENCE = /inst_[0-9A-Z]{26}/

/** Whatever else it is, it may name one of our checkouts, which is checked then. */
function notUnderstood(
  reason: string,
  text: string,
  named?: string
): ParsedCallback {
  // UTF-16 without a mark is Latin letters with zero bytes between.
  const found = named ?? OUR_REFERENCE.exec(text.replaceAll("\0", ""))?.[0]
  return {
    understood: false,
    reason,
    ...(found && { client_reference_id: found }),
  }
}
