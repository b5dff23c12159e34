import type { Standing } from "../../../src/modules/instalments/checkout/state"

const OUTCOMES = ["open", "placed", "returned", "held", "closed"] as const
const CREATIONS = ["sent", "answered", "unanswered", "refused"] as const
const STATUSES = [
  null,
  "received",
  "successful",
  "cancelled",
  "invalid_payload",
  "no_such",
]

/** Every row that PostgreSQL would take, as far as its state is concerned. */
export const ALL: Standing[] = OUTCOMES.flatMap((outcome) =>
  CREATIONS.flatMap((creation) =>
    STATUSES.map((status) => ({ outcome, creation, status }))
  )
)

/** Those that the ledger can come to: what is decided about money was paid. */
export const POSSIBLE = ALL.filter(({ outcome, status }) => {
  const isPaid = status === "successful"
  return outcome === "open" || isPaid === (outcome !== "closed")
})
