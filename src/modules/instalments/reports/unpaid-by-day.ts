import { within, type Figures } from "./period"

/** How many checkouts of a day were cancelled or left. */
export type UnpaidOfDay = { day: string; cancelled: number; abandoned: number }

/** What ended unpaid, by the day the shopper had chosen instalments. */
export async function unpaidByDay({
  db,
  period,
}: Figures): Promise<UnpaidOfDay[]> {
  const { sql, values } = within("opened_at", period)
  const { rows } = (await db.raw(
    `select to_char(opened_at at time zone ?, 'YYYY-MM-DD') as day,
            count(*) filter (where status = 'cancelled')::int as cancelled,
            count(*) filter (where status is distinct from 'cancelled')::int
              as abandoned
     from instalments_checkout
     where ${sql} and outcome = 'closed' and deleted_at is null
       and status is distinct from 'invalid_payload'
     group by 1`,
    [period.timeZone, ...values]
  )) as { rows: UnpaidOfDay[] }
  return rows
}
