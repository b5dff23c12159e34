import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import { pointInWords } from "../modules/instalments/health"
import { messageOf } from "../modules/instalments/log"
import type { KeptContract } from "../modules/instalments/types"

/**
 * Compares the service's OpenAPI document with what this plugin sends and reads,
 * once a week: its other runs only see that it is no week old. It warns, and
 * changes nothing else.
 */
export default async function contract(container: MedusaContainer) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  await ledger.jobs
    .run("contract", async () => {
      const checked = await ledger.contract.checkWhenOld()
      for (const warning of checked ? warnings(checked) : []) {
        logger.warn(warning)
      }
    })
    .catch((error: unknown) => {
      logger.warn(
        `The service's OpenAPI document could not be compared; nothing else depends on it: ${messageOf(error)}`
      )
    })
}

/** How many points are logged; the set-up page shows all of them. */
const MOST = 10

/** What the log says of a comparison that was just made. */
function warnings(checked: KeptContract): string[] {
  const { failure, judged_at, changed_at, points, added, removed } = checked
  if (failure) {
    return [
      `The service's OpenAPI document could not be compared; nothing else depends on it: ${failure}`,
    ]
  }
  const breaking = (points ?? []).filter(({ verdict }) => verdict === "breaks")
  const hasChanged = changed_at !== null && +changed_at === Number(judged_at)
  return [
    ...breaking
      .slice(0, MOST)
      .map(
        (point) =>
          `The service's OpenAPI document differs in a point that this plugin cannot handle: ${pointInWords(point)}`
      ),
    ...(hasChanged
      ? [
          `The service's OpenAPI document has changed; the set-up page shows how: ${added?.length ?? 0} lines came, ${removed?.length ?? 0} went.`,
        ]
      : []),
  ]
}

export const config = {
  name: "instalments-contract",
  schedule: "*/30 * * * *",
}
