import { config as attentionJob } from "../../../../jobs/attention"
import { config as configJob } from "../../../../jobs/config"
import { config as reconcileJob } from "../../../../jobs/reconcile"
import { config as refundsJob } from "../../../../jobs/refunds"
import type { InstalmentsModuleService } from "../../../../modules/instalments/service"
import type { Status } from "../answers"
import { moment } from "../answers/words"

const SCHEDULES = {
  reconcile: reconcileJob.schedule,
  refunds: refundsJob.schedule,
  config: configJob.schedule,
  attention: attentionJob.schedule,
}

/** The scheduled jobs and when each last ran, in whichever process. */
export async function jobs(
  ledger: InstalmentsModuleService
): Promise<Status["jobs"]> {
  const runs = await ledger.listJobRuns({})
  return Object.entries(SCHEDULES).map(([name, schedule]) => {
    const run = runs.find(({ id }) => id === name)
    return {
      name,
      schedule,
      last_run_at: moment(run?.begun_at ?? null),
      last_ended_at: moment(run?.ended_at ?? null),
      last_error: run?.last_error ?? null,
    }
  })
}
