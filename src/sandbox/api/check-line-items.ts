/** A line of the shopper's payment summary. `amount` is integer cents. */
export type LineItem = { name: string; amount: number; quantity: number }

/** What is wrong about `line_items`, if anything. */
export function checkLineItems(items: unknown): string[] {
  if (items === undefined) {
    return []
  }
  if (!Array.isArray(items)) {
    return ["line_items must be an array."]
  }
  return items.every(isLineItem)
    ? []
    : ["line_items must have a name, an amount in cents and a quantity."]
}

function isLineItem(item: unknown): item is LineItem {
  if (typeof item !== "object" || item === null) {
    return false
  }
  const { name, amount, quantity } = item as Record<string, unknown>
  return (
    typeof name === "string" &&
    Number.isSafeInteger(amount) &&
    Number.isSafeInteger(quantity) &&
    Number(quantity) >= 1
  )
}
