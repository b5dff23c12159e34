import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { toCents } from "../../../../modules/instalments/rules"

const byAmount = z.object({
  amount: z
    .string("amount is missing: give amount and currency_code, or cart_id")
    .regex(
      /^\d{1,12}(\.\d{1,20})?$/,
      "amount has to be a decimal number of major units, not negative, like 1300 or 1300.50"
    ),
  currency_code: z
    .string("currency_code is missing: give it with amount, like zar")
    .regex(/^[a-z]{3}$/i, "currency_code has to be of three letters, like zar"),
})

const byCart = z.strictObject({
  cart_id: z.string("cart_id has to be given once").min(1, "cart_id is empty"),
})

/** What an offer is asked for: an amount in integer cents, or a cart. */
export type OfferQuery =
  { cartId: string } | { amountCents: number; currency: string }

/**
 * Reads the query string of an offer. Amounts are decimal strings in major
 * units and are rounded to the cent as everywhere.
 *
 * @throws MedusaError (invalid data) that says what to give instead.
 */
export function readQuery(query: Record<string, unknown>): OfferQuery {
  const { amount, currency_code, cart_id } = query
  if (cart_id !== undefined) {
    if (amount !== undefined || currency_code !== undefined) {
      refuse("Give either cart_id, or amount and currency_code, not both.")
    }
    const parsed = byCart.safeParse({ cart_id })
    return parsed.success
      ? { cartId: parsed.data.cart_id }
      : refuse(inWords(parsed.error))
  }
  const parsed = byAmount.safeParse({ amount, currency_code })
  if (!parsed.success) {
    refuse(inWords(parsed.error))
  }
  const currency = parsed.data.currency_code.toLowerCase()
  return { amountCents: toCents(parsed.data.amount, currency), currency }
}

function inWords({ issues }: z.ZodError): string {
  return `${issues.map(({ message }) => message).join("; ")}.`
}

function refuse(message: string): never {
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    message,
    "instalments_invalid_request"
  )
}
