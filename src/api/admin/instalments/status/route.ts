import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import { readLocking } from "../../../../modules/instalments/health/locking"
import type { InstalmentsModuleService } from "../../../../modules/instalments/service"
import type { Check, Status, StatusAnswer } from "../answers"
import { backlog } from "./backlog"
import { budgets } from "./budgets"
import { checks } from "./checks"
import { configAnswer } from "./config"
import { contact } from "./contact"
import { jobs } from "./jobs"
import { lastCallback } from "./last-callback"
import { shownOptions } from "./options"
import { regions } from "./regions"

/** `GET /admin/instalments/status`: the health, as far as it can be seen here. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const ledger: InstalmentsModuleService = req.scope.resolve(INSTALMENTS_MODULE)
  const config = req.scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const ran = await jobs(ledger)
  const sweeps = await ledger.listSweeps({})
  const seen: Omit<Status, "state" | "checks"> = {
    environment: ledger.options.environment,
    now: new Date(ledger.now()).toISOString(),
    options: shownOptions(ledger.options),
    ...(await contact(ledger)),
    config: await configAnswer(ledger),
    budgets: await budgets(ledger),
    backlog: await backlog(ledger),
    last_callback: await lastCallback(ledger),
    sweeps: sweeps.map(({ id, page_number, begun_at, back_to }) => ({
      list: id,
      page: page_number,
      begun_at: begun_at.toISOString(),
      back_to: back_to.toISOString(),
    })),
    last_sweep:
      ran.find(({ name }) => name === "reconcile")?.last_ended_at ?? null,
    jobs: ran,
    locking: readLocking(req.scope.resolve(Modules.LOCKING)),
    regions: await regions(req.scope),
  }
  const { redisUrl, workerMode } = config.projectConfig
  const found = checks(seen, { redis: Boolean(redisUrl), workerMode })
  const answer: StatusAnswer = {
    status: { ...seen, state: worst(found), checks: found },
  }
  res.json(answer)
}

function worst(found: Check[]): Status["state"] {
  const has = (state: Check["state"]) =>
    found.some((check) => check.state === state)
  return has("error") ? "error" : has("warning") ? "warning" : "ok"
}
