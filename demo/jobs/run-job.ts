import { resolve } from "node:path"
import type { ExecArgs } from "@medusajs/framework/types"
import { dynamicImport } from "@medusajs/framework/utils"

type Job = (container: ExecArgs["container"]) => Promise<void>

/** `medusa exec ./demo/jobs/run-job.ts reconcile`: one job, once, now. */
export default async function runJob({ container, args }: ExecArgs) {
  const file = resolve(__dirname, `../../src/jobs/${args[0]}.ts`)
  const job: { default: Job } = await dynamicImport(file)
  await job.default(container)
}
