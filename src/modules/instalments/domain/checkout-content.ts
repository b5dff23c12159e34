import { createHmac } from "node:crypto"
import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { toExactCents } from "./money"

type Address = {
  first_name?: string | null
  last_name?: string | null
  phone?: string | null
  address_1?: string | null
  address_2?: string | null
  city?: string | null
  province?: string | null
  postal_code?: string | null
  country_code?: string | null
}

/** The shopper's details in the service's form, without empty fields. */
export type CustomerPrefill = {
  email: string
  first_name?: string
  last_name?: string
  phone_number?: string
  billing_address?: string
}

/**
 * The details that the payment page prefills, of one person: the billing address,
 * else the shipping address. Never of the account: Medusa gives a guest's cart the
 * account that its e-mail belongs to, and anybody can type one.
 */
export function customerPrefill(cart: {
  email: string
  billing_address?: Address | null
  shipping_address?: Address | null
}): CustomerPrefill {
  const address = cart.billing_address ?? cart.shipping_address
  const entries = {
    first_name: onOneLine(address?.first_name),
    last_name: onOneLine(address?.last_name),
    phone_number: onOneLine(address?.phone),
    billing_address: address ? joined(address) : undefined,
  }
  return {
    email: cart.email,
    ...Object.fromEntries(Object.entries(entries).filter(([, v]) => v)),
  }
}

/** A text without line ends, which forms and imports leave in it. */
function onOneLine(text?: string | null): string | undefined {
  return text?.replace(/[\n\v\f\r\u0085\u2028\u2029]+/g, " ").trim()
}

/** What a storefront's code writes where it has nothing. */
const HOLES = ["undefined", "null"]

function joined(address: Address): string {
  return [
    address.address_1,
    address.address_2,
    address.city,
    address.province,
    address.postal_code,
    address.country_code?.toUpperCase(),
  ]
    .flatMap((part) => onOneLine(part)?.split(",") ?? [])
    .map((part) => part.trim())
    .filter((part) => part && !HOLES.includes(part.toLowerCase()))
    .join(", ")
}

/** A line of the shopper's payment summary. `amount` is integer cents. */
export type LineItem = { name: string; amount: number; quantity: 1 }

/**
 * The lines of a checkout: one per cart line with its total after discounts and
 * tax, shipping as its own line, none negative, adding up to the checkout's
 * amount to the cent. Totals are major units with all their decimals; the cents
 * left by rounding go to the lines that lost most. A difference that belongs to
 * no line is shared: a credit or gift card lowers each line in proportion. A
 * surplus is a line of its own.
 *
 * Quantity is always 1 and the count is in the name. So the total is right,
 * whether the service reads `amount` per unit or per line.
 */
export function lineItems(input: {
  items: { title: string; quantity: number; total: BigNumberInput }[]
  shippingTotal: BigNumberInput
  amountCents: number
}): LineItem[] {
  const { items, shippingTotal, amountCents } = input
  const lines = items.map(({ title, quantity, total }) => ({
    name: `${quantity === 1 ? "" : `${quantity} × `}${onOneLine(title)}`,
    exact: MathBN.max(0, toExactCents(total)),
  }))
  if (MathBN.gt(toExactCents(shippingTotal), 0)) {
    lines.push({ name: "Shipping", exact: toExactCents(shippingTotal) })
  }
  const sum = MathBN.sum(0, ...lines.map(({ exact }) => exact))
  // Less than a cent is no surplus: the amount may have been rounded up.
  const surplus = Math.ceil(MathBN.sub(amountCents, sum).toNumber() - 0.5)
  if (surplus > 0) {
    lines.push({ name: "Other charges", exact: MathBN.convert(surplus) })
  }
  const isCredit = MathBN.lt(amountCents, MathBN.sub(sum, 0.5))
  const shares = lines.map(({ exact }) =>
    isCredit ? MathBN.div(MathBN.mult(exact, amountCents), sum) : exact
  )
  const amounts = roundTogether(shares, amountCents)
  return lines.map(({ name }, i) => ({
    name,
    amount: amounts[i]!,
    quantity: 1,
  }))
}

/** The usual bound of such a field, in characters; the specification names none. */
const LONGEST_TITLE = 255

/**
 * The request as the service takes it most easily, where it refused the whole one: of
 * the shopper no more than the e-mail address, and no title longer than usual.
 */
export function withoutOptional<
  T extends { customer: CustomerPrefill; line_items: LineItem[] },
>(request: T): T {
  const { customer, line_items } = request
  return {
    ...request,
    customer: { email: customer.email },
    line_items: line_items.map((line) => ({
      ...line,
      name: [...line.name].slice(0, LONGEST_TITLE).join(""),
    })),
  }
}

/** Rounds shares to integers that add up to their sum, by largest remainder. */
function roundTogether(shares: BigNumberInput[], sum: number): number[] {
  const floors = shares.map((share) =>
    Math.floor(MathBN.convert(share).toNumber())
  )
  const cutOff = shares.map((share, i) =>
    MathBN.sub(share, floors[i]!).toNumber()
  )
  const left = sum - floors.reduce((total, floor) => total + floor, 0)
  const first = new Set(
    [...shares.keys()].sort((a, b) => cutOff[b]! - cutOff[a]!).slice(0, left)
  )
  return floors.map((floor, i) => floor + (first.has(i) ? 1 : 0))
}

/**
 * The key of a payable state: the same collection, amount (cents), currency and
 * content get the same checkout, anything else a new one; so does what an order owes in the
 * collection of its cart, as a payment of the cart's page would go back. The addresses to
 * return to are left out: a browser chooses them, and they would make as many checkouts as
 * it likes.
 * The shopper's details are in it, so it needs a secret `key`: without it nobody can try
 * out whose it is.
 */
export function fingerprint(state: {
  key: string
  collectionId: string
  /** The order that owes it; null for a cart. */
  orderId: string | null
  amountCents: number
  currency: string
  lineItems: LineItem[]
  customer: CustomerPrefill
}): string {
  const { key, collectionId, orderId, amountCents, currency } = state
  const { lineItems, customer } = state
  const canonical = JSON.stringify([
    collectionId,
    orderId,
    amountCents,
    currency,
    lineItems.map(({ name, amount }) => [name, amount]),
    Object.entries(customer).sort(),
  ])
  return createHmac("sha256", key).update(canonical).digest("hex")
}
