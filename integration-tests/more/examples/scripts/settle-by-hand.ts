import type { ExecArgs } from "@medusajs/framework/types"
import { settleCheckoutWorkflow } from "medusa-payment-instalments/workflows"

/** npx medusa exec ./src/scripts/settle-by-hand.ts inst_123 */
export default async function settleByHand({ container, args }: ExecArgs) {
  const [reference = ""] = args
  const { result } = await settleCheckoutWorkflow(container).run({
    input: { reference, by_hand: true },
  })
  const logger = container.resolve("logger")
  logger.info(`${reference} is ${result.outcome}, order ${result.order_id}`)
}
