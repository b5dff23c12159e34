import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { eventually } from "./stand-still"

const ENDED = ["not_started", "done", "reverted", "failed"]

/**
 * Deletes the executions that core never ends: a cart's completion of which one
 * step fails beside others now and then stays as it is. The others get half a
 * minute to end, as a test's database goes with it.
 */
export async function dropHalfFailed(container: MedusaContainer) {
  const engine = container.resolve(Modules.WORKFLOW_ENGINE)
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const haveEnded = async () => {
    const open = await engine.listWorkflowExecutions({ state: { $nin: ENDED } })
    return open.length === 0
  }
  if (!(await eventually(haveEnded, 30_000, 50))) {
    await knex("workflow_execution").whereNotIn("state", ENDED).delete()
  }
}
