import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type {
  Cause,
  InstalmentsModuleService,
} from "../../../modules/instalments/types"
import type { Action } from "./answers"

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
