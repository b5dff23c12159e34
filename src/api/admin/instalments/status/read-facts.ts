import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { config as attentionJob } from "../../../../jobs/attention"
import { config as configJob } from "../../../../jobs/config"
import { config as reconcileJob } from "../../../../jobs/reconcile"
import { config as refundsJob } from "../../../../jobs/refunds"
import { config as retentionJob } from "../../../../jobs/retention"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import {
  type Facts,
  type Job,
  readLocking,
} from "../../../../modules/instalments/health"
import type { InstalmentsModuleService } from "../../../../modules/instalments/types"
import { list, PROVIDER_ID } from "../../../../modules/instalments/rules"

/** Reads the facts about the set-up of a running store, for the checks to judge. */
export async function readFacts(container: MedusaContainer): Promise<Facts> {
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
    behind: await health.behind(options),
    verified_at: (await health.callbacks()).last_at,
    unverified: await health.unverified(),
    silence: await health.silence(),
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

const region = z.object({
  id: z.string(),
  name: z.string(),
  currency_code: z.string(),
  payment_providers: list(
    z.object({ id: z.string(), is_enabled: z.boolean() })
  ),
})

async function regions(container: MedusaContainer): Promise<Facts["regions"]> {
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
