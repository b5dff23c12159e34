import type { InferTypeOf } from "@medusajs/framework/types"
import { TABLES } from "../ledger/rows"
import { UNVERIFIED_CALLBACKS } from "../callback/counters"
import type { Callback } from "../models/callback"
import type { Tally } from "../models/tally"
import { NOTHING, oldestOpen, type Cause, type Place } from "./cause"

const DAY_MS = 24 * 3_600_000

/** Callbacks whose signature is wrong, and verified ones that are held. */
export async function oddCallbacks(place: Place): Promise<Cause[]> {
  return [...(await held(place)), ...(await unverified(place))]
}

async function held({ db, reference }: Place): Promise<Cause[]> {
  const rows: InferTypeOf<typeof Callback>[] = await oldestOpen(
    db({ c: TABLES.callback })
      .whereNotNull("held_reason")
      .whereNull("deleted_at")
      .where(reference ? { reference } : {}),
    {
      key: "'held-callback:' || c.id",
      openedAt: "coalesce(c.received_at, c.created_at)",
    }
  )
  return rows.map((row) => ({
    ...NOTHING,
    key: `held-callback:${row.id}`,
    kind: "held-callback",
    title: "Callback that changed nothing",
    text: `${row.held_reason}. It is signed by the service: find out where it belongs, with the service's support if need be.`,
    opened_at: row.received_at ?? row.created_at,
    reference: row.reference,
    count: row.deliveries,
    actions: ["resolve"],
  }))
}

/**
 * Anybody can post to the hook, so this ends by itself: a verified callback
 * came later, and none that is wrong for a day.
 */
async function unverified({ db, now, reference }: Place): Promise<Cause[]> {
  if (reference) {
    return []
  }
  const tally = await db<InferTypeOf<typeof Tally>>(TABLES.tally)
    .where({ id: UNVERIFIED_CALLBACKS })
    .first()
  if (!tally) {
    return []
  }
  const verified = await db(TABLES.callback)
    .where("last_received_at", ">", tally.last_at)
    .whereNull("deleted_at")
    .first("id")
  if (verified && now - tally.last_at.getTime() > DAY_MS) {
    return []
  }
  return [
    {
      ...NOTHING,
      key: "unverified-callbacks",
      kind: "unverified-callbacks",
      title: "Callbacks with a wrong signature",
      text: `The last one was refused because: ${tally.last_reason} If payments are placed late, compare signingSecret and the callback options with the service's; if not, a stranger is knocking.`,
      opened_at: tally.last_at,
      count: tally.count,
      actions: ["resolve"],
    },
  ]
}
