import {
  STATE_SQL,
  stateOf,
} from "../../../src/modules/instalments/checkout/state"
import { ALL } from "./checkout-standings"
import { connectToServer } from "./database/connect"

it("PostgreSQL and the code agree on the state of every row", async () => {
  const db = connectToServer()
  const { rows: said } = await db
    .raw(
      `select ${STATE_SQL} as state
       from json_to_recordset(?)
         as row (place int, outcome text, creation text, status text)
       order by place`,
      [JSON.stringify(ALL.map((row, place) => ({ ...row, place })))]
    )
    .finally(() => db.destroy())
  expect(said.map(({ state }: { state: string }) => state)).toEqual(
    ALL.map(stateOf)
  )
})
