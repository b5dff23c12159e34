import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { toExactCents } from "./money"

/** A line of the shopper's payment summary. `amount` is integer cents. */
export type LineItem = { name: string; amount: number; quantity: 1 }

/**
 * The lines of a checkout: one per cart line with its total after discounts and
 * tax, shipping as its own line, none negative, adding up to the checkout's
 * amount to the cent. Totals are major units with all their decimals; the cents
 * that rounding leaves go where most was cut off. What no line stands for is
 * shared by all: a credit or gift card lowers each in proportion. A surplus is a
 * line of its own.
 *
 * Quantity is always 1 and the count is in the name: right whether the service
 * reads `amount` per unit or per line.
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
  // The half cent by which the amount may have been rounded up is none.
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
