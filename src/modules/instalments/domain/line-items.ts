/** A line of the shopper's payment summary. `amount` is integer cents. */
export type LineItem = { name: string; amount: number; quantity: 1 }

/**
 * The lines of a checkout: one per cart line with its total after discounts
 * and tax, shipping as its own line, none negative, adding up to the checkout
 * amount to the cent. Quantity is always 1 and the count is in the name: right
 * whether the service reads `amount` per unit or per line.
 */
export function lineItems(input: {
  items: { title: string; quantity: number; totalCents: number }[]
  shippingCents: number
  amountCents: number
}): LineItem[] {
  const lines: LineItem[] = input.items.map(
    ({ title, quantity, totalCents }) => ({
      name: quantity === 1 ? title : `${quantity} × ${title}`,
      amount: totalCents,
      quantity: 1,
    })
  )
  if (input.shippingCents > 0) {
    lines.push({ name: "Shipping", amount: input.shippingCents, quantity: 1 })
  }
  const sum = lines.reduce((total, line) => total + line.amount, 0)
  if (sum < input.amountCents) {
    const rest = input.amountCents - sum
    return [...lines, { name: "Rounding and fees", amount: rest, quantity: 1 }]
  }
  return takeOff(lines, sum - input.amountCents)
}

/** Takes a credit off the largest lines, so that none becomes negative. */
function takeOff(lines: LineItem[], credit: number): LineItem[] {
  const taken = new Map<LineItem, number>()
  let left = credit
  for (const line of [...lines].sort((a, b) => b.amount - a.amount)) {
    const part = Math.min(left, line.amount)
    taken.set(line, part)
    left -= part
  }
  return lines.map((line) => ({
    ...line,
    amount: line.amount - (taken.get(line) ?? 0),
  }))
}
