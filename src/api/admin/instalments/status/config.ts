import type { AmountBand } from "../../../../modules/instalments/domain/offer"
import type { InstalmentsModuleService } from "../../../../modules/instalments/service"
import type { Status } from "../answers"

/** The kept merchant config and its age. */
export async function configAnswer(
  ledger: InstalmentsModuleService
): Promise<Status["config"]> {
  const [kept] = await ledger.listKeptConfigs({})
  if (!kept) {
    return { bands: [], fetched_at: null, age_seconds: null }
  }
  const age = ledger.now() - kept.fetched_at.getTime()
  return {
    bands: kept.rules as unknown as AmountBand[],
    fetched_at: kept.fetched_at.toISOString(),
    age_seconds: Math.max(0, Math.round(age / 1_000)),
  }
}
