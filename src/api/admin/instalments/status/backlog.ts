import { UNDER_WAY } from "../../../../modules/instalments/refunds/state"
import type { InstalmentsModuleService } from "../../../../modules/instalments/service"
import type { Status } from "../answers"

type Counted = {
  pending: number
  due: number
  oldest_due_at: Date | null
  settling: number
}

/** How much work waits. */
export async function backlog(
  ledger: InstalmentsModuleService
): Promise<Status["backlog"]> {
  const now = new Date(ledger.now())
  const { rows } = (await ledger["db"].raw(
    `select count(*) filter (where ${UNPAID})::int as pending,
            count(*) filter (where ${UNPAID} and look_after <= ?)::int as due,
            min(look_after) filter (where look_after <= ?) as oldest_due_at,
            count(*) filter (where not ${UNPAID})::int as settling
     from instalments_checkout where outcome = 'open' and deleted_at is null`,
    [now, now]
  )) as { rows: [Counted] }
  const refunds = (await ledger["db"].raw(
    `select status, count(*)::int as count from instalments_refund_request
     where status = any(?) and deleted_at is null
     group by status`,
    [[...UNDER_WAY]]
  )) as { rows: { status: string; count: number }[] }
  const { oldest_due_at, ...counted } = rows[0]
  return {
    ...counted,
    oldest_due_at: oldest_due_at && oldest_due_at.toISOString(),
    refunds: Object.fromEntries(
      refunds.rows.map(({ status, count }) => [status, count])
    ),
  }
}

const UNPAID = "(status is distinct from 'successful')"
