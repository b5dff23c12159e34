import { TABLES } from "../ledger/rows"
import { NOTHING, type Cause, type Place } from "./cause"

/** What the ledger holds of those that the service does not know. */
type Unknown = {
  count: number
  oldest: Date
  newest: Date
  /** When the last of them became one. */
  since: Date
}

/**
 * Checkouts that the service has created and does not know when it is asked, as one
 * item. A shopper may have paid one, and nothing here would ever tell.
 */
export async function unknownCheckouts(place: Place): Promise<Cause[]> {
  if (place.reference) {
    return []
  }
  const unknown = (await place
    .db(TABLES.checkout)
    .where({ outcome: "open" })
    .whereNotNull("unknown_at")
    .whereNull("deleted_at")
    .min("opened_at as oldest")
    .max({ newest: "opened_at", since: "unknown_at" })
    .select(place.db.raw("count(*)::int as count"))
    .first()) as Unknown
  if (unknown.count === 0) {
    return []
  }
  return [
    {
      ...NOTHING,
      key: "unknown-checkouts",
      kind: "unknown-checkouts",
      title: "The service does not know checkouts that it created",
      text: inWords(unknown),
      opened_at: unknown.since,
      count: unknown.count,
      actions: ["resolve"],
      note_needed: true,
    },
  ]
}

function inWords({ count, oldest, newest }: Unknown): string {
  const what = count === 1 ? "a checkout" : `${count} checkouts`
  const [from, to] = [oldest, newest].map((at) => at.toISOString().slice(0, 10))
  const begun = from === to ? `on ${from}` : `between ${from} and ${to}`
  return `The service does not know ${what} that it created: are these the keys of another account or environment? Begun ${begun}, open under “Checkouts”. If the keys were changed, shoppers may have paid on the former account and have no order: put its keys back and check each of these, or ask its support which were paid and have those refunded there. If the service only forgets what nobody paid, mark this as resolved. They are checked again by themselves, further and further apart.`
}
