/** The month's statement. */
export const statement = {
  title: "Statement",
  text: "What was paid, placed, returned and refunded in a month, and whether the service, the ledger and Medusa agree.",
  what: "the statement",
  month: "Month",
  soFar: "So far: the month is not over.",
  outstanding:
    "Outstanding is what the store still owes its shoppers: payments that have no order, and refunds of orders that are asked for and have not ended.",
  sums: {
    count: "Count",
    amount: "Amount",
    opening: "Outstanding at the beginning",
    paid: "Paid",
    placed: "Placed: became orders",
    returned: "Returned, without an order",
    filed: "Refunds asked for",
    in_vain: "Refunds that failed, were refused or withdrawn",
    refunded: "Refunded",
    closing: "Outstanding at the end",
    closingSoFar: "Outstanding now",
    unplaced: "of it payments without an order",
    under_way: "of it refunds under way",
  },
  differences: {
    title: "Differences",
    text: "What the service, the ledger and Medusa hold differently now, of the checkouts whose money moved in the month or is outstanding. What is explained has to be so for now, or was decided.",
    newest: "Only the newest {{count}} checkouts were compared.",
    none: "No differences",
    noneText: "The three sources agree on every checkout that was compared.",
    open: "To clear",
    explained: "Explained",
  },
} as const
