import type { ExecArgs } from "@medusajs/framework/types"
import { eraseCustomerWorkflow } from "medusa-payment-instalments/workflows"

/** npx medusa exec ./src/scripts/erase-person.ts thandi@example.com */
export default async function erasePerson({ container, args }: ExecArgs) {
  const [email = ""] = args
  const { result } = await eraseCustomerWorkflow(container).run({
    input: { email },
  })
  const { checkouts, notes } = result
  const logger = container.resolve("logger")
  logger.info(`Erased from ${checkouts} checkouts and ${notes} notes`)
}
