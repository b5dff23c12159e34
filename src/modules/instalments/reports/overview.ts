import { within, type Figures } from "./period"

/** What was paid on a day and became of it. `amount` is integer cents. */
export type PaidOfDay = {
  day: string
  outcome: "open" | "placed" | "returned" | "held"
  count: number
  amount: number
}

/** The paid checkouts by the day their payment was learnt and their outcome. */
export async function paidByDay({ db, period }: Figures): Promise<PaidOfDay[]> {
  const { sql, values } = within("paid_at", period)
  const { rows } = (await db.raw(
    `select to_char(paid_at at time zone ?, 'YYYY-MM-DD') as day, outcome,
            count(*)::int as count, sum(amount)::float8 as amount
     from instalments_checkout
     where ${sql} and status = 'successful' and deleted_at is null
     group by 1, 2`,
    [period.timeZone, ...values]
  )) as { rows: PaidOfDay[] }
  return rows
}
