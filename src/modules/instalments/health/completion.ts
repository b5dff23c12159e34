import type { Logger } from "@medusajs/framework/types"
import { MedusaWorkflow } from "@medusajs/framework/workflows-sdk"
import type { InstalmentsOptions } from "../options/parse-options"
import { inWords, wrong, type Finding } from "./list"

/** A workflow that completes carts, as Medusa has it by its id. */
type Completion = {
  run(how: {
    input: { id: string; cart_id: string }
    container: unknown
    throwOnError: false
    context: { parentStepIdempotencyKey: string }
  }): Promise<{ errors?: { error: unknown }[] }>
}

// Medusa gives it no type.
const workflows: { getWorkflow(id: string): Completion | undefined } =
  MedusaWorkflow

type Named = Pick<InstalmentsOptions, "completeCartWorkflow">

/** The workflow that places orders; undefined while the store has none of that id. */
export function findCompletion({
  completeCartWorkflow,
}: Named): Completion | undefined {
  return workflows.getWorkflow(completeCartWorkflow)
}

/** Whether there is the workflow that places orders. Call it when all are loaded. */
export function completionFinding(options: Named): Finding {
  const { completeCartWorkflow: id } = options
  return findCompletion(options)
    ? { state: "ok", saw: `The workflow ${id} places the orders.` }
    : wrong(
        `No workflow of this store has the id ${id}, which the option completeCartWorkflow names: no order is placed, and what is paid waits.`,
        "Correct the option, or put the workflow into src/workflows."
      )
}

/** Logs that the workflow that places orders is not there. */
export function warnOfCompletion(
  options: Named,
  logger: Pick<Logger, "error">
): void {
  const found = completionFinding(options)
  if (found.state !== "ok") {
    logger.error(`Instalments: ${inWords(found)}`)
  }
}
