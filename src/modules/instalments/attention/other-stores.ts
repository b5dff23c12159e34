import { hrefOf, onlyOthers } from "../checkout/own"
import { TABLES } from "../ledger/rows"
import { NOTHING, type Cause, type Place } from "./cause"

/** Not known to have reached the service. */
const UNSENT = ["filed", "scheduled", "sending", "in_doubt"]

/** What another store has begun, or is to be refunded of its payments. */
type OfOthers = { count: number; addresses: string[]; newest: Date | null }

/**
 * Payments and refunds under way that are another store's, as one item: the database is
 * a copy of that store's, or this store has moved. Nothing is placed, returned or
 * refunded of them until a person has said which.
 */
export async function otherStores(place: Place): Promise<Cause[]> {
  if (place.reference) {
    return []
  }
  const { db, options } = place
  const checkouts = (since: string) =>
    db({ c: TABLES.checkout })
      .modify(onlyOthers(options))
      .whereNull("c.deleted_at")
      .select(
        db.raw(`count(*)::int as count, max(${since}) as newest,
          coalesce(array_agg(distinct c.notify_url), '{}') as addresses`)
      )
      .first() as PromiseLike<OfOthers> & ReturnType<typeof db>
  const open: OfOthers = await checkouts("c.opened_at").where(
    "c.outcome",
    "open"
  )
  const refunds: OfOthers = await checkouts("r.filed_at")
    .join({ r: TABLES.refundRequest }, "r.reference", "c.id")
    .whereIn("r.status", UNSENT)
    .whereNull("r.deleted_at")
  const newest = Math.max(Number(open.newest), Number(refunds.newest))
  if (newest === 0) {
    return []
  }
  const addresses = [...new Set([...open.addresses, ...refunds.addresses])]
  const counts = [
    `${open.count} open ${open.count === 1 ? "checkout" : "checkouts"}`,
    `${refunds.count} unsent ${refunds.count === 1 ? "refund" : "refunds"}`,
  ]
  return [
    {
      ...NOTHING,
      key: "other-stores",
      kind: "other-stores",
      title: "Payments of another store",
      text: `${counts.join(" and ")} belong to the store whose callbacks come to ${addresses.join(", ")}; this one's come to ${hrefOf(options)}. They are not settled, returned or refunded here. If this database is a copy of that store's, give it the keys of another account, and leave them. If that is an address of this store too, add it to the option furtherBackendUrls (without /hooks/instalments) and restart: they then go on by themselves.`,
      opened_at: new Date(newest),
      count: open.count + refunds.count,
      actions: ["resolve"],
      note_needed: true,
    },
  ]
}
