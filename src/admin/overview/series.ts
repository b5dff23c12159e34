/** One set of bars: its key in the rows, its name and its colour. */
export type Series = { key: string; name: string; colour: string }

/**
 * The dashboard's own colours, which it changes between light and dark.
 * Neighbours in a stack differ in lightness too.
 */
export const MONEY_SERIES: Series[] = [
  { key: "placed", name: "Placed", colour: "var(--tag-green-icon)" },
  { key: "returned", name: "Returned", colour: "var(--tag-blue-icon)" },
  { key: "held", name: "Held", colour: "var(--tag-red-icon)" },
  { key: "open", name: "Not settled yet", colour: "var(--tag-orange-icon)" },
]

/** Checkouts that ended without money. */
export const UNPAID_SERIES: Series[] = [
  { key: "abandoned", name: "Abandoned", colour: "var(--tag-neutral-icon)" },
  { key: "cancelled", name: "Cancelled", colour: "var(--tag-purple-icon)" },
]
