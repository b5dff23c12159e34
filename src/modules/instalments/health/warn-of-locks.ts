import { MedusaModule } from "@medusajs/framework/modules-sdk"
import type { ConfigModule, Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { lockingTrouble, readLocking } from "./locking"

/**
 * Logs what is wrong with the store's locks. Call it when every module is
 * loaded.
 */
export function warnOfLocks(
  environment: "sandbox" | "production",
  container: Record<string, unknown>
): void {
  const config = container[ContainerRegistrationKeys.CONFIG_MODULE] as
    ConfigModule | undefined
  const logger = container[ContainerRegistrationKeys.LOGGER] as Logger
  // Stores need not name this module of Medusa as a dependency.
  const loaded = MedusaModule.getModuleInstance(Modules.LOCKING)
  const { redisUrl, workerMode } = config?.projectConfig ?? {}
  const trouble = lockingTrouble(readLocking(loaded?.[Modules.LOCKING]), {
    environment,
    redis: Boolean(redisUrl),
    workerMode,
  })
  if (trouble) {
    logger.warn(`Instalments: ${trouble}`)
  }
}
