import type { Logger, RemoteQueryFunction } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { InstalmentsModuleService } from "../../modules/instalments/types"

/**
 * What Medusa injects into the provider when the store lists the dependencies.
 */
export type Cradle = {
  logger: Logger
  instalments?: InstalmentsModuleService
  query?: Omit<RemoteQueryFunction, symbol>
}

/** The objects that the provider uses. */
export type Parts = {
  ledger: InstalmentsModuleService
  query: Omit<RemoteQueryFunction, symbol>
  logger: Logger
}

/** @throws MedusaError that says which lines medusa-config.ts lacks. */
export function partsOf({ instalments, query, logger }: Cradle): Parts {
  if (!instalments || !query) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      MISSING_DEPENDENCIES,
      "instalments_set_up"
    )
  }
  return { ledger: instalments, query, logger }
}

/** Says which lines the payment module lacks. */
const MISSING_DEPENDENCIES = `The payment module cannot reach the instalments ledger. Add \`dependencies\` to it in medusa-config.ts:

  {
    resolve: "@medusajs/medusa/payment",
    dependencies: ["instalments", "query"],
    options: { ... },
  }`
