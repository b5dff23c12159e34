import { resolve } from "node:path"
import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"
import { dynamicImport } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import load from "@medusajs/medusa/loaders/index"
import express from "express"
import type { InstalmentsModuleService } from "../../../src/modules/instalments/service"

/**
 * The clock and options of the first instance, which this one takes over before
 * it serves.
 */
const rules = z.object({
  clockOffset: z.number(),
  /** Of the service's clock, in which the first one counts the limits. */
  limitsOffset: z.number(),
  baseUrl: z.string(),
  backendUrl: z.string(),
  unplacedPayments: z.enum(["refund", "hold"]),
  sameDay: z.enum(["schedule", "reject"]),
  origins: z.array(z.string()),
})
const ROOT = resolve(__dirname, "../../..")

/** A whole store in a process of its own, on the database of the first one. */
async function main() {
  const app = express()
  app.post("/instance/rules", express.json(), (req, res) => {
    const { sameDay, clockOffset, limitsOffset, origins, ...options } =
      rules.parse(req.body)
    const ledger: InstalmentsModuleService = container.resolve("instalments")
    Object.assign(ledger.options, { ...options, clockOffset })
    ledger.options.refunds.sameDay = sameDay
    ledger.options.storefront.origins = origins
    ledger.limits.clock = () => Date.now() + limitsOffset
    res.json({})
  })
  app.post("/instance/jobs/:name", (req, res, next) => {
    runJob(req.params.name).then(() => res.json({}), next)
  })
  const { container } = (await load({
    directory: ROOT,
    expressApp: app,
  })) as { container: MedusaContainer }
  // The jobs run when a program says so, not by real time.
  await new WorkflowScheduler().clear()
  const server = app.listen(0, () => process.send?.(server.address()))

  async function runJob(name: string) {
    const job: { default: (container: MedusaContainer) => Promise<void> } =
      await dynamicImport(resolve(ROOT, `src/jobs/${name}.ts`))
    await job.default(container)
  }
}

void main()
