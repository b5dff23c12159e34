import { MedusaModule } from "@medusajs/framework/modules-sdk"
import type { ConfigModule, Logger } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { readLocking } from "./read-locking"
import { locksTooNarrow } from "./too-narrow"

/**
 * Says in the log when locks hold in this process only and there may be more of
 * them. To be called when every module is loaded.
 */
export function warnOfNarrowLocks(
  environment: "sandbox" | "production",
  config: Pick<ConfigModule, "projectConfig"> | undefined,
  logger: Logger
): void {
  // A module of Medusa's is no dependency that a store would have to name.
  const loaded = MedusaModule.getModuleInstance(Modules.LOCKING)
  const { redisUrl, workerMode } = config?.projectConfig ?? {}
  const trouble = locksTooNarrow(readLocking(loaded?.[Modules.LOCKING]), {
    environment,
    redis: Boolean(redisUrl),
    workerMode,
  })
  if (trouble) {
    logger.warn(`Instalments: ${trouble}`)
  }
}
