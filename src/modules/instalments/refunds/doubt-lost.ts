import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { countRefundRequest } from "../telemetry/metrics"
import { RefundStore } from "./store"

/** Longer than any request lives; see the client's time-outs and patience. */
const LOST_MS = 2 * 60_000

/**
 * Calls the refund requests in doubt whose process was killed while they were
 * on their way: the service may have them.
 */
export async function doubtLostRefunds(db: Knex, now: number): Promise<void> {
  const lost = await new RefundStore(db).lost(new Date(now - LOST_MS), {
    last_error: "The process stopped while the request was on its way.",
    look_after: new Date(now),
  })
  for (const row of lost) {
    countRefundRequest({ status: "sending" }, row)
  }
}
