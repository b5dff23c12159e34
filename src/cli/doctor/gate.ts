import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { hintedSeconds } from "../../modules/instalments/client/read-error"
import type { Endpoint } from "../../modules/instalments/limits/endpoints"
import { RequestLimits } from "../../modules/instalments/limits/request-limits"
import type { Asked } from "./ask"

/** Sends a request inside the service's limits, or says when one may go. */
export type Gate = (
  endpoint: Endpoint,
  send: () => Promise<Asked>
) => Promise<Asked | { waitSeconds: number }>

/** For a store that never ran: nobody else uses up its limits. */
export const openGate: Gate = (_, send) => send()

/** The limits as the running store counts them, in its database. */
export function storeGate(db: Knex): Gate {
  const limits = new RequestLimits(db)
  return async (endpoint, send) => {
    const { waitMs, passage } = await limits.take(endpoint, "hint")
    if (waitMs > 0) {
      return { waitSeconds: Math.ceil(waitMs / 1_000) }
    }
    try {
      const asked = await send()
      if ("answer" in asked && asked.answer.status === 429) {
        await passage.refused(hintedSeconds(asked.answer.text, endpoint))
      }
      return asked
    } finally {
      await passage.end()
    }
  }
}
