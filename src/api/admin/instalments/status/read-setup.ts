import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { config as attentionJob } from "../../../../jobs/attention"
import { config as configJob } from "../../../../jobs/config"
import { config as reconcileJob } from "../../../../jobs/reconcile"
import { config as refundsJob } from "../../../../jobs/refunds"
import { config as retentionJob } from "../../../../jobs/retention"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import { type Job, readLocking } from "../../../../modules/instalments/health"
import { ENDPOINTS } from "../../../../modules/instalments/service-api"
import type {
  Endpoint,
  InstalmentsModuleService,
} from "../../../../modules/instalments/types"
import { list, PROVIDER_ID } from "../../../../modules/instalments/rules"
import type { Budget, Status } from "../answers"

/**
 * The facts about the set-up of a running store, before the checks judge them.
 */
export type Seen = Awaited<ReturnType<typeof readSetup>>

/** Reads everything that the set-up page shows. */
export async function readSetup(container: MedusaContainer) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const { projectConfig } = container.resolve(
    ContainerRegistrationKeys.CONFIG_MODULE
  )
  const { health, options } = ledger
  return {
    options,
    now: ledger.now(),
    contact: await health.contact(),
    config: await health.config(),
    configFailure: await health.configFailure(),
    budgets: await budgets(ledger),
    backlog: await health.backlog(),
    behind: await health.behind(options),
    verified: await health.callbacks(),
    unverified: await health.unverified(),
    silence: await health.silence(),
    sweeps: await health.sweeps(),
    jobs: await jobs(ledger),
    locking: readLocking(container.resolve(Modules.LOCKING)),
    deployment: {
      environment: options.environment,
      redis: Boolean(projectConfig.redisUrl),
      workerMode: projectConfig.workerMode,
    },
    regions: await regions(container),
  }
}

const SCHEDULES = {
  reconcile: reconcileJob.schedule,
  refunds: refundsJob.schedule,
  config: configJob.schedule,
  attention: attentionJob.schedule,
  retention: retentionJob.schedule,
}

async function jobs({ health }: InstalmentsModuleService): Promise<Job[]> {
  const runs = await health.jobRuns()
  return Object.entries(SCHEDULES).map(([name, schedule]) => {
    const run = runs.find(({ id }) => id === name)
    return {
      name,
      schedule,
      begun_at: run?.begun_at ?? null,
      ended_at: run?.ended_at ?? null,
      last_error: run?.last_error ?? null,
    }
  })
}

async function budgets(ledger: InstalmentsModuleService): Promise<Budget[]> {
  const endpoints = Object.keys(ENDPOINTS) as Endpoint[]
  return Promise.all(
    endpoints.map(async (endpoint) => {
      const { requests, windowMs } = ENDPOINTS[endpoint]
      const { waitMs, used } = await ledger.limits.read(endpoint, "on_demand")
      const limited = requests !== Infinity
      return {
        endpoint,
        requests: limited ? requests : null,
        window_seconds: limited ? windowMs / 1_000 : null,
        used,
        next_at: new Date(ledger.now() + waitMs).toISOString(),
        wait_seconds: Math.ceil(waitMs / 1_000),
      }
    })
  )
}

const region = z.object({
  id: z.string(),
  name: z.string(),
  currency_code: z.string(),
  payment_providers: list(
    z.object({ id: z.string(), is_enabled: z.boolean() })
  ),
})

async function regions(container: MedusaContainer): Promise<Status["regions"]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "region",
    fields: [
      "id",
      "name",
      "currency_code",
      "payment_providers.id",
      "payment_providers.is_enabled",
    ],
  })
  return z
    .array(region)
    .parse(data)
    .map(({ payment_providers, ...shown }) => ({
      ...shown,
      enabled: payment_providers.some(
        ({ id, is_enabled }) => id === PROVIDER_ID && is_enabled
      ),
    }))
}
