import { z } from "@medusajs/framework/zod"

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const LINE = "line_items must have a name, an amount in cents and a quantity."
const REFUND_AMOUNT = "Refund amount must be an integer of at least 1 cent."
/** Of this machine, by its name. */
export const LOOPBACK = /^(\[::1\]|(.+\.)?localhost|127\.\d+\.\d+\.\d+)$/
/** Of this network: a container's or Docker's name, or a private address. */
const NEAR =
  /^([^.:]+|host\.docker\.internal|(10|192\.168|172\.(1[6-9]|2\d|3[01]))\.[\d.]+)$/
const CUSTOMER = "Customer email is required."

const text = (name: string) => z.string(`${name} must be a string.`).optional()

function address(name: string, isGood: (url: string) => boolean, kind: string) {
  const sentence = `${name} must be ${kind}.`
  const url = z.string(sentence).refine(isGood, sentence)
  return url.meta({ format: "uri" }).optional()
}

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

/** The body of `POST /api/checkouts`; the messages are those of the 422. */
export const checkoutInput = z.object({
  checkout: z.object(
    {
      amount: z.int("Amount must be an integer in cents.").describe("Cents"),
      currency: z.string("Currency must be a string."),
      client_reference_id: text("client_reference_id"),
      notify_url: address("notify_url", isNotifiable, "an https URL"),
      success_url: address("success_url", isWebUrl, "a URL"),
      cancel_url: address("cancel_url", isWebUrl, "a URL"),
      customer: z.object(
        {
          email: z.email({ pattern: EMAIL, error: CUSTOMER }),
          first_name: text("Customer first_name"),
          last_name: text("Customer last_name"),
          phone_number: text("Customer phone_number"),
          billing_address: text("Customer billing_address"),
        },
        CUSTOMER
      ),
      line_items: z.array(lineItem, "line_items must be an array.").optional(),
    },
    "A checkout object is required."
  ),
})

/** The body of `POST /api/refunds`. */
export const refundInput = z.object({
  checkout_id: z.string().meta({ format: "uuid" }),
  amount: z.int(REFUND_AMOUNT).min(1, REFUND_AMOUNT).describe("Cents"),
})

/** Whether a text is an absolute http or https address. */
export function isWebUrl(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text)
}

/** Whether callbacks may go there: https, or http on this machine or network. */
function isNotifiable(text: string): boolean {
  if (!isWebUrl(text)) {
    return false
  }
  const { protocol, hostname } = new URL(text)
  const isNear = LOOPBACK.test(hostname) || NEAR.test(hostname)
  return protocol === "https:" || isNear
}
