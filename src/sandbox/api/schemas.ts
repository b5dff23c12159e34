import { z } from "zod"
import { termsFor } from "../payments"
import type { SandboxSettings } from "../state/settings"

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const LINE = "line_items must have a name, an amount in cents and a quantity."
const REFUND_AMOUNT = "Refund amount must be an integer of at least 1 cent."

const money = z.int().describe("Cents")
const moment = z.string().meta({ format: "date-time" })
const id = z.string().meta({ format: "uuid" })
const url = z.string().meta({ format: "uri" })

const lineItem = z.object(
  {
    name: z.string(LINE),
    amount: z.int(LINE).describe("Cents"),
    quantity: z.int(LINE).min(1, LINE),
  },
  LINE
)

/** A line of the shopper's payment summary. `amount` is integer cents. */
export type LineItem = z.output<typeof lineItem>

/**
 * The body of `POST /api/checkouts`; the messages are those of the 422. The bands
 * are those of the moment at which a body is read, the currency is that of the
 * moment at which this is called.
 */
export function checkoutInput(settings: SandboxSettings) {
  const { currency } = settings
  const customer = z.object(
    {
      email: z.email({ pattern: EMAIL, error: "Customer email is required." }),
      first_name: text("Customer first_name"),
      last_name: text("Customer last_name"),
      phone_number: text("Customer phone_number"),
      billing_address: text("Customer billing_address"),
    },
    "Customer email is required."
  )
  const checkout = z.object(
    {
      amount: z
        .int("Amount must be an integer in cents.")
        .refine(
          (amount) => termsFor(settings.rules, amount).length > 0,
          "Amount must lie inside a band of the merchant config."
        )
        .describe("Cents"),
      currency: z.literal(currency, `Currency must be ${currency}.`),
      client_reference_id: text("client_reference_id"),
      notify_url: address("notify_url", isNotifiable, "an https URL"),
      success_url: address("success_url", isWebUrl, "a URL"),
      cancel_url: address("cancel_url", isWebUrl, "a URL"),
      customer,
      line_items: z.array(lineItem, "line_items must be an array.").optional(),
    },
    "A checkout object is required."
  )
  return z.object({ checkout })
}

function text(name: string) {
  return z.string(`${name} must be a string.`).optional()
}

function address(name: string, isGood: (url: string) => boolean, kind: string) {
  const sentence = `${name} must be ${kind}.`
  return z
    .string(sentence)
    .refine(isGood, sentence)
    .meta({ format: "uri" })
    .optional()
}

/** The body of `POST /api/refunds`. */
export const refundInput = z.object({
  checkout_id: id,
  amount: z.int(REFUND_AMOUNT).min(1, REFUND_AMOUNT).describe("Cents"),
})

/** A checkout as the API shows it: four attributes, nothing else. */
export const checkoutResource = resource("checkouts", [
  "received",
  "successful",
  "cancelled",
  "invalid_payload",
])

/** A refund request as the API shows it. */
export const refundResource = resource("refund_requests", [
  "requested",
  "pending",
  "complete",
  "failed",
])

function resource<T extends string>(type: T, statuses: string[]) {
  return z.object({
    id,
    type: z.literal(type),
    attributes: z.object({
      amount: money,
      currency: z.string(),
      status: z.string().meta({ enum: statuses }),
      created_at: moment,
    }),
  })
}

/** A resource in the service's JSON:API flavour. */
export type Resource =
  z.output<typeof checkoutResource> | z.output<typeof refundResource>

/** `GET /api/config`: the amount bands. */
export const config = z.object({
  rules: z.array(
    z.object({
      from_amount: money,
      to_amount: money,
      terms: z.array(z.int()),
    })
  ),
})

/** The links to the other pages of a list. */
export const links = z.object({
  first: url,
  last: url,
  prev: url.nullable(),
  next: url.nullable(),
})

/** One page of a list, with absolute links to the others. */
export type Page = { data: Resource[]; links: z.output<typeof links> }

/** Every refusal of the API. */
export const errors = z.object({
  errors: z.array(z.object({ detail: z.string() })),
})

/** What a callback says; more fields come with it. */
export const callback = z.object({
  client_reference_id: z.string(),
  status: z.enum(["successful", "cancelled"]),
  number_of_payments: z.int().optional(),
})

/** What a merchant may answer to a callback. */
export const callbackAnswer = z.object({ redirect_url: url.optional() })

/** Whether a text is an absolute http or https address. */
export function isWebUrl(text: string): boolean {
  const url = parse(text)
  return url?.protocol === "http:" || url?.protocol === "https:"
}

/** Whether callbacks may go there: https, or http on this machine. */
function isNotifiable(text: string): boolean {
  const url = parse(text)
  return (
    url?.protocol === "https:" ||
    (url?.protocol === "http:" && isLoopback(url.hostname))
  )
}

function isLoopback(host: string): boolean {
  return (
    host === "[::1]" ||
    host === "localhost" ||
    host.endsWith(".localhost") ||
    /^127\.\d+\.\d+\.\d+$/.test(host)
  )
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
