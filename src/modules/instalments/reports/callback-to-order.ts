import { within, type Figures } from "./period"

/** Seconds from a callback's arrival to the placed order. */
export type CallbackToOrder = {
  count: number
  median_seconds: number | null
  p90_seconds: number | null
}

/**
 * How long shoppers wait for their order. Only payments that a callback told:
 * the moment of the others is known as a span (see the model of a checkout).
 */
export async function callbackToOrder({
  db,
  period,
}: Figures): Promise<CallbackToOrder> {
  const { sql, values } = within("paid_at", period)
  const seconds = "extract(epoch from outcome_at - paid_at)::float8"
  const percentile = (share: number) =>
    `percentile_cont(${share}) within group (order by ${seconds})`
  const { rows } = (await db.raw(
    `select count(*)::int as count, ${percentile(0.5)} as median_seconds,
            ${percentile(0.9)} as p90_seconds
     from instalments_checkout
     where ${sql} and outcome = 'placed' and paid_at = paid_not_before
       and outcome_at >= paid_at and deleted_at is null`,
    values
  )) as { rows: [CallbackToOrder] }
  return rows[0]
}
