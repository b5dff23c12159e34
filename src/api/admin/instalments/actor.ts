import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import type {
  Cause,
  DeedAction,
  InstalmentsModuleService,
} from "../../../modules/instalments/types"
import type { Action } from "./answers"
import { answering, type Route } from "./answering"

/**
 * A route that acts: who does it, and when, is kept with what it does. See `answering`
 * for what it refuses.
 */
export function acting(action: DeedAction, route: Route): Route {
  return answering((req, res) => {
    const { deeds } = req.scope.resolve(INSTALMENTS_MODULE)
    const { actor_id, actor_type } = req.auth_context
    const { id, key } = req.params
    const subject = id ?? key ?? null
    return deeds.by({ actor_id, actor_type, action, subject }, () =>
      route(req, res)
    )
  })
}

/**
 * Marks causes as dealt with by the person who made the request. `keys` name
 * the causes that an action ends; a key without an open cause is no error.
 */
export async function dealtWith(
  req: AuthenticatedMedusaRequest,
  ledger: InstalmentsModuleService,
  causes: Cause[],
  action: Action["name"],
  note: string | null = null
): Promise<void> {
  for (const cause of causes) {
    const resolved_by = req.auth_context.actor_id
    await ledger.attention.resolve(cause, { action, note, resolved_by })
  }
}
