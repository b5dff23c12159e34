import { UNVERIFIED_CALLBACKS } from "../../../../modules/instalments/callback/counters"
import type { InstalmentsModuleService } from "../../../../modules/instalments/service"
import type { Status } from "../answers"
import { moment } from "../answers/words"

type Counted = { count: number; last_at: Date | null; held: number }

/** The callbacks that came: verified, not believed, held. */
export async function lastCallback(
  ledger: InstalmentsModuleService
): Promise<Status["last_callback"]> {
  const { rows } = (await ledger["db"].raw(
    `select coalesce(sum(deliveries), 0)::int as count,
            max(coalesce(last_received_at, updated_at)) as last_at,
            count(*) filter (where held_reason is not null)::int as held
     from instalments_callback where deleted_at is null`
  )) as { rows: [Counted] }
  const [tally] = await ledger.listTallies({ id: UNVERIFIED_CALLBACKS })
  const { count, last_at, held } = rows[0]
  return {
    verified: { count, last_at: moment(last_at) },
    unverified: {
      count: tally?.count ?? 0,
      last_at: moment(tally?.last_at ?? null),
      last_reason: tally?.last_reason ?? null,
    },
    held,
  }
}
