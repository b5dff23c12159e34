import { knex } from "@medusajs/framework/mikro-orm/knex"
import {
  STATE_SQL,
  stateOf,
  type Standing,
} from "../../src/modules/instalments/checkout/state"

const OUTCOMES = ["open", "placed", "returned", "held", "closed"] as const
const CREATIONS = ["sent", "answered", "unanswered", "refused"] as const
const STATUSES = [
  null,
  "received",
  "successful",
  "cancelled",
  "invalid_payload",
  "no_such",
]

/** Every possible row, for the columns that decide its state. */
const rows: Standing[] = OUTCOMES.flatMap((outcome) =>
  CREATIONS.flatMap((creation) =>
    STATUSES.map((status) => ({ outcome, creation, status }))
  )
)

it("PostgreSQL and the code agree on the state of every row", async () => {
  const db = knex({ client: "pg", connection: process.env.DATABASE_URL })
  const { rows: said } = await db
    .raw(
      `select ${STATE_SQL} as state
       from json_to_recordset(?)
         as row (place int, outcome text, creation text, status text)
       order by place`,
      [JSON.stringify(rows.map((row, place) => ({ ...row, place })))]
    )
    .finally(() => db.destroy())
  expect(said.map(({ state }: { state: string }) => state)).toEqual(
    rows.map(stateOf)
  )
})
