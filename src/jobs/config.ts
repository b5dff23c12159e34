import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import { messageOf } from "../modules/instalments/log"

/**
 * Reads the merchant config again when it is an hour old. While the service is
 * down the last known config counts; four tries an hour stay inside the limit.
 */
export default async function refreshConfig(container: MedusaContainer) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  await ledger.jobs
    .run("config", () => ledger.config.refreshWhenOld())
    .catch((error: unknown) => {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `The merchant config could not be read, the last known one is used: ${messageOf(error)}`
        )
    })
}

export const config = {
  name: "instalments-config",
  schedule: "*/15 * * * *",
}
