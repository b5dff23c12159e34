import { readFileSync, writeFileSync } from "node:fs"
import type { ExecArgs, MedusaContainer } from "@medusajs/framework/types"
import config from "../../../src/jobs/config"
import reconcile from "../../../src/jobs/reconcile"
import refunds from "../../../src/jobs/refunds"
import type { InstalmentsModuleService } from "../../../src/modules/instalments/service"
import { INSTALMENTS_MODULE } from "../../../src/modules/instalments"
import { breaches } from "../../laws/check"
import { runUntilIdle } from "../../laws/run-until-idle"
import type { Scene } from "../../laws/scene"
import { liveInTimeOf } from "../../laws/world"
import { approveRefunds, askAgain, endDoubts } from "./person"
import { RemoteSandbox } from "./remote-sandbox"
import { sums } from "./sums"
import { tally } from "./tally"

const jobs = { config, reconcile, refunds }

/**
 * `medusa exec …/aftermath/index.ts INPUT OUTPUT`: runs the jobs until nothing
 * is open, and writes what all three sides then say. INPUT is JSON with the
 * sandbox's `service` address, the `cartIds`, and the `wishes` of the shoppers.
 */
export default async function aftermath({ container, args }: ExecArgs) {
  const [input, output] = args
  const { service, cartIds, wishes } = JSON.parse(readFileSync(input!, "utf8"))
  const sandbox = new RemoteSandbox(service)
  await sandbox.refresh()
  const underLoad = { ...sandbox.journal }
  const scene = sceneOf(container, sandbox, cartIds)
  await sandbox.liveInItsTime()
  liveInTimeOf(scene)
  await runUntilIdle(scene)
  const askedAgain = await askAgain(scene, wishes)
  if (askedAgain > 0) {
    await runUntilIdle(scene)
  }
  await sandbox.refresh()
  writeFileSync(
    output!,
    JSON.stringify({
      breaches: await breaches(scene),
      sums: await sums(scene),
      ...(await tally(scene, wishes)),
      askedAgain,
      requests: underLoad.counts,
      violations: sandbox.journal.violations,
    })
  )
}

function sceneOf(
  container: MedusaContainer,
  sandbox: RemoteSandbox,
  cartIds: string[]
): Scene {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const runJob = async (name: keyof typeof jobs) => {
    await jobs[name](container)
    await sandbox.refresh()
  }
  const passTime = async (ms: number) => {
    await sandbox.advance(ms)
    await sandbox.refresh()
  }
  const store = { sandbox, ledger, container, runJob }
  const asked = async () => {
    await approveRefunds(sandbox)
    await endDoubts(scene)
  }
  const scene: Scene = { store, cartIds, passTime, asked }
  return scene
}
