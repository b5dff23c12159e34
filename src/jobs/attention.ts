import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import { notifyAttentionWorkflow } from "../workflows/notify"

/**
 * Creates the admin notifications that no event causes: an old config, late
 * work, wrong signatures.
 */
export default async function attention(container: MedusaContainer) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  await ledger.jobs.run("attention", async () => {
    await notifyAttentionWorkflow(container).run()
  })
}

export const config = {
  name: "instalments-attention",
  schedule: "*/5 * * * *",
}
