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
    first_name: address?.first_name?.trim(),
    last_name: address?.last_name?.trim(),
    phone_number: address?.phone?.trim(),
    billing_address: address ? oneLine(address) : undefined,
  }
  return {
    email: cart.email,
    ...Object.fromEntries(Object.entries(entries).filter(([, v]) => v)),
  }
}

/** What a storefront's code writes where it has nothing. */
const HOLES = ["undefined", "null"]

function oneLine(address: Address): string {
  return [
    address.address_1,
    address.address_2,
    address.city,
    address.province,
    address.postal_code,
    address.country_code?.toUpperCase(),
  ]
    .flatMap((part) => part?.split(",") ?? [])
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
    name: quantity === 1 ? title : `${quantity} × ${title}`,
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

/** Rounds shares to integers that add up to their sum, by largest remainder. */
function roundTogether(shares: BigNumberInput[], sum: number): number[] {
  const floors = shares.map((share) =>
    Math.floor(MathBN.convert(share).toNumber())
  )
  const cutOff = shares.map((share, i) =>
    MathBN.sub(share, floors[i]!).toNumber()
  )
  const left = sum - floors.reduce((total, floor) => total + floor, 0)
  const first = [...shares.keys()]
    .sort((a, b) => cutOff[b]! - cutOff[a]!)
    .slice(0, left)
  return floors.map((floor, i) => floor + (first.includes(i) ? 1 : 0))
}

/**
 * The key of a payable state: the same collection, amount (cents), currency and
 * content get the same checkout, anything else a new one. The shopper's details are
 * in it, so it needs a secret `key`: without it nobody can try out whose it is.
 */
export function fingerprint(state: {
  key: string
  collectionId: string
  amountCents: number
  currency: string
  lineItems: LineItem[]
  customer: CustomerPrefill
  urls: { success_url: string; cancel_url: string }
}): string {
  const { key, collectionId, amountCents, currency } = state
  const { lineItems, customer, urls } = state
  const canonical = JSON.stringify([
    collectionId,
    amountCents,
    currency,
    lineItems.map(({ name, amount }) => [name, amount]),
    Object.entries(customer).sort(),
    [urls.success_url, urls.cancel_url],
  ])
  return createHmac("sha256", key).update(canonical).digest("hex")
}
