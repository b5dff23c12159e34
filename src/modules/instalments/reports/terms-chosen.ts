import { within, type Figures } from "./period"

/** How often a term was chosen, and for how many cents in all. */
export type TermChosen = {
  number_of_payments: number | null
  count: number
  amount: number
}

/** The terms of what was paid; a payment learnt by a fetch tells none. */
export async function termsChosen({
  db,
  period,
}: Figures): Promise<TermChosen[]> {
  const { sql, values } = within("paid_at", period)
  const { rows } = (await db.raw(
    `select number_of_payments, count(*)::int as count,
            sum(amount)::float8 as amount
     from instalments_checkout
     where ${sql} and status = 'successful' and deleted_at is null
     group by 1 order by 1 nulls last`,
    values
  )) as { rows: TermChosen[] }
  return rows
}
