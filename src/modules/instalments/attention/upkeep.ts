import type { InferTypeOf } from "@medusajs/framework/types"
import { TABLES } from "../ledger/rows"
import type { ServiceContact } from "../models/service-contact"
import { NOTHING, type Cause, type Place } from "./cause"

const MINUTE_MS = 60_000
/** The limits may make a question wait; longer than this it is no wait. */
const BEHIND_MS = 30 * MINUTE_MS
/** The config is read every hour, and tried every quarter of one. */
const CONFIG_OLD_MS = 3 * 60 * MINUTE_MS

/** What keeps the plugin's background work from doing its work. */
export async function upkeep(place: Place): Promise<Cause[]> {
  if (place.reference) {
    return []
  }
  return [
    ...(await reconcileBehind(place)),
    ...(await configOld(place)),
    ...(await credentialsRefused(place)),
  ]
}

async function reconcileBehind({ db, now }: Place): Promise<Cause[]> {
  const row = await db(TABLES.checkout)
    .where("look_after", "<", new Date(now - BEHIND_MS))
    .whereNull("deleted_at")
    .min("look_after as oldest")
    .count("* as count")
    .first<{ oldest: Date | null; count: string }>()
  if (!row.oldest) {
    return []
  }
  const count = Number(row.count)
  const checkouts = count === 1 ? "A checkout has" : `${count} checkouts have`
  return [
    {
      ...NOTHING,
      key: "reconcile-behind",
      kind: "reconcile-behind",
      title: "Checkouts wait to be looked at",
      text: `${checkouts} been due for more than 30 minutes. See on the set-up page whether the job runs and the service answers; it catches up by itself, or check now.`,
      opened_at: new Date(row.oldest.getTime() + BEHIND_MS),
      count,
      actions: ["check"],
    },
  ]
}

async function configOld({ db, now }: Place): Promise<Cause[]> {
  const kept: { fetched_at: Date } | undefined = await db("instalments_config")
    .select("fetched_at")
    .first()
  const due = (kept?.fetched_at.getTime() ?? now) + CONFIG_OLD_MS
  if (kept && due > now) {
    return []
  }
  return [
    {
      ...NOTHING,
      key: "config-old",
      kind: "config-old",
      title: kept ? "The merchant config is old" : "No merchant config yet",
      text: kept
        ? `It was last read at ${kept.fetched_at.toISOString()}. Shoppers are shown the terms of that time, and nothing any more once it is three days old. Refresh it; if that fails, see the credentials on the set-up page.`
        : "Without it no instalments are offered to shoppers. Refresh it; if that fails, see the credentials on the set-up page.",
      opened_at: new Date(kept ? due : now),
      actions: ["refresh"],
    },
  ]
}

async function credentialsRefused({ db }: Place): Promise<Cause[]> {
  const contact = await db<InferTypeOf<typeof ServiceContact>>(
    "instalments_service_contact"
  ).first()
  const refused = contact?.refused_at
  if (!refused || (contact.accepted_at && contact.accepted_at > refused)) {
    return []
  }
  return [
    {
      ...NOTHING,
      key: "credentials-refused",
      kind: "credentials-refused",
      title: "The service refuses the credentials",
      text: String(contact.refused_reason),
      opened_at: refused,
      actions: ["refresh"],
    },
  ]
}
