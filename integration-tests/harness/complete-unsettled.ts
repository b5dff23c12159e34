import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { markCart } from "../../src/workflows/medusa-repairs/marked-orders"
import type { Store } from "./with-store"

/**
 * Has core complete a paid cart that is not settled, as a browser's completion does that
 * had begun when the payment was learnt. Answers the order's id.
 */
export async function completeUnsettled(
  { container }: Store,
  id: string
): Promise<string> {
  await markCart(id, container)
  const { result } = await completeCartWorkflow(container).run({
    input: { id },
  })
  return result.id
}
