import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import {
  LIMIT_WAIT_MS,
  RateLimitError,
} from "../../../../modules/instalments/service-api"
import type { InstalmentsModuleService } from "../../../../modules/instalments/types"
import { reconcileCheckoutsWorkflow } from "../../../../workflows"
import { acting, dealtWith } from "../actor"

/**
 * `POST /admin/instalments/reconcile`: runs the reconcile job once, now; 429
 * with the time while the limits allow no request. It checks only what is due,
 * so pressing often costs nothing.
 */
export const POST = acting("reconcile", async (req, res) => {
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  await refuseWithoutRoom(ledger)
  const behind = async () =>
    (await ledger.attention.read()).filter(
      ({ kind }) => kind === "reconcile-behind"
    )
  const before = await behind()
  await ledger.deeds.keep()
  await reconcileCheckoutsWorkflow(req.scope).run()
  if ((await behind()).length === 0) {
    await dealtWith(req, ledger, before, "check")
  }
  res.json({ backlog: await ledger.health.backlog() })
})

async function refuseWithoutRoom({ limits }: InstalmentsModuleService) {
  const waits = await Promise.all([
    limits.wait("GET /api/checkouts/:id", "background"),
    limits.wait("GET /api/checkouts", "background"),
  ])
  const waitMs = Math.min(...waits)
  if (waitMs > LIMIT_WAIT_MS) {
    const seconds = Math.ceil(waitMs / 1_000)
    throw new RateLimitError(
      `The service's limits let no question go before ${seconds} seconds have passed. Try again then.`,
      seconds,
      true
    )
  }
}
