import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Endpoint } from "./endpoints"
import type { LimitState } from "./take-slot"

/** An endpoint's state and the database's time, read at once. */
export type LimitRow = { state: LimitState; now: number }

type Stored = {
  slots: LimitState["slots"]
  turns: LimitState["turns"] | null
  from: string | null
  until: string | null
  now: string
}

const milliseconds = (moment: string) => `extract(epoch from ${moment}) * 1000`

const COLUMNS = `slots, turns,
  ${milliseconds("paused_from")} as "from",
  ${milliseconds("paused_until")} as "until",
  ${milliseconds("clock_timestamp()")} as "now"`

/** Reads an endpoint's row; null for an endpoint that was never called. */
export async function readLimit(
  db: Knex,
  endpoint: Endpoint
): Promise<LimitRow | null> {
  const { rows } = (await db.raw(
    `select ${COLUMNS} from instalments_request_limit where id = ?`,
    [endpoint]
  )) as { rows: Stored[] }
  return rows[0] ? read(rows[0]) : null
}

/** Writes what `step` makes of an endpoint's row, one writer at a time. */
export function changeLimit<T>(
  db: Knex,
  endpoint: Endpoint,
  step: (row: LimitRow) => [LimitState, T]
): Promise<T> {
  return db.transaction(async (trx) => {
    // Creates the row if it is missing, and locks it.
    const { rows } = (await trx.raw(
      `insert into instalments_request_limit (id, slots) values (?, '[]')
       on conflict (id) do update set updated_at = now()
       returning ${COLUMNS}`,
      [endpoint]
    )) as { rows: [Stored] }
    const [state, answer] = step(read(rows[0]))
    await trx.raw(
      `update instalments_request_limit
       set slots = ?, turns = ?, paused_from = ?, paused_until = ? where id = ?`,
      [
        JSON.stringify(state.slots),
        JSON.stringify(state.turns),
        state.pause && new Date(state.pause.from),
        state.pause && new Date(state.pause.until),
        endpoint,
      ]
    )
    return answer
  })
}

function read({ slots, turns, from, until, now }: Stored): LimitRow {
  const pause =
    from === null ? null : { from: Number(from), until: Number(until) }
  return { state: { slots, turns: turns ?? {}, pause }, now: Number(now) }
}
