import { dayOf, momentOf } from "../../src/modules/instalments/domain/calendar"
import type { Store } from "./with-store"

/** The time zone of the store in the tests. */
export const ZONE = "Africa/Johannesburg"
export const MINUTE = 60_000

/**
 * Lets time pass until noon of the next day: refunds know days and hours, and no
 * test depends on the hour at which it runs.
 */
export async function noon(store: Store) {
  const now = Date.now()
  await store.passTime(momentOf(dayOf(now, ZONE) + 1, 12, ZONE) - now)
}

/** Lets time pass until 10:01 tomorrow. */
export async function tomorrowMorning(store: Store) {
  const now = store.ledger.now()
  const morning = momentOf(dayOf(now, ZONE) + 1, 10, ZONE) + MINUTE
  await store.passTime(morning - now)
}

/** An order that was bought yesterday. */
export async function boughtYesterday(store: Store) {
  const purchase = await store.buy()
  await tomorrowMorning(store)
  return purchase
}

/** Lets five minutes pass for what compares with the database's clock. */
export async function ageRows({ ledger }: Store) {
  const created_at = new Date(Date.now() - 5 * MINUTE)
  await ledger["db"]("instalments_refund_request").update({ created_at })
  await ledger["db"]("order_change").update({ created_at })
}
