/** The lists of checkouts and refund requests, and what both tables share. */
const table = {
  filter: "Filter",
  sort: "Sort",
  search: "Search any reference",
  clearAll: "Clear all",
  of: "of",
  results: "results",
  listed: "listed, and more match: filter, search or export to reach them",
  olderUnsearched:
    "A part of a reference is looked for among the newest 10,000 only. To find an older one, search for the whole reference, or filter by when it was created.",
  pages: "pages",
  previous: "Prev",
  next: "Next",
  export: "Export CSV",
  changeSearch: "Change the search or the filters.",
  actions: "Actions",
  last24Hours: "Last 24 hours",
  lastDays_one: "Last {{count}} day",
  lastDays_other: "Last {{count}} days",
  custom: "Custom",
  starting: "Starting",
  ending: "Ending",
  lowestFirst: "Lowest first",
  highestFirst: "Highest first",
  oldestFirst: "Oldest first",
  newestFirst: "Newest first",
} as const

const checkouts = {
  title: "Checkouts",
  text: "Every time a shopper chose instalments, and what became of it.",
  what: "the checkouts",
  reference: "Reference",
  outcome: "Outcome",
  serviceSays: "Service says",
  amount: "Amount",
  term: "Term",
  order: "Order",
  cart: "Cart",
  created: "Created",
  empty: "No checkouts yet",
  emptyText:
    "A checkout appears here as soon as a shopper chooses instalments.",
  noMatch: "No checkout matches",
  notExported: "The checkouts were not exported",
} as const

const refundRequests = {
  title: "Refund requests",
  text: "Every refund that is owed or was asked for, from scheduled to its end.",
  what: "the refund requests",
  serviceId: "Service's id",
  status: "Status",
  amount: "Amount",
  serviceSays: "The service says {{amount}}",
  askedBy: "Asked by",
  order: "Order",
  asked: "Asked",
  sent: "Sent",
  sentAfter: "after <moment/>",
  ended: "Ended",
  reasons: {
    merchant: "A person",
    system: "Medusa",
    unplaced: "Settling",
  },
  empty: "No refund requests yet",
  emptyText: "Refund an order as usual; its refund request appears here.",
  noMatch: "No refund request matches",
  notExported: "The refund requests were not exported",
} as const

export const lists = { table, checkouts, refundRequests } as const
