import snapshot from "../../../src/modules/instalments/migrations/.snapshot-medusa-instalments.json"
import { withLedger } from "./database/with-ledger"

withLedger((ledger) => {
  it("has every index of its models: a migration makes none whose name is taken", async () => {
    const wanted = snapshot.tables.flatMap(({ name, indexes }) =>
      indexes.map(({ keyName }) => `${name}: ${keyName}`)
    )
    const made = await ledger
      .db("pg_indexes")
      .where({ schemaname: "public" })
      .select("tablename", "indexname")
    expect(
      made.map(({ tablename, indexname }) => `${tablename}: ${indexname}`)
    ).toEqual(expect.arrayContaining(wanted))
  })
})
