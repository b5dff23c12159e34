import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"

const packStep = createStep(
  "pack-order",
  async ({ id }: { id: string }, { container }) => {
    container.resolve("logger").info(`Order ${id} is packed`)
    return new StepResponse()
  }
)

/** This shop's completion: Medusa's, and what belongs to each order here. */
export const completeCartAndPack = createWorkflow(
  "complete-cart-and-pack",
  ({ id }: WorkflowData<{ id: string }>) => {
    const order = completeCartWorkflow.runAsStep({ input: { id } })
    packStep(order)
    return new WorkflowResponse(order)
  }
)
