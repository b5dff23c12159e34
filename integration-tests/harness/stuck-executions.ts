import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { eventually } from "./pause-at-write"

const ENDED = ["not_started", "done", "reverted", "failed"]

/**
 * Deletes the workflow executions that core never ends: a cart's completion
 * whose step fails beside parallel steps sometimes stays open. The others get
 * half a minute to end, because the test's database is deleted afterwards.
 */
export async function deleteStuckExecutions(container: MedusaContainer) {
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
