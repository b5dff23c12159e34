import { LedgerReach } from "../../../src/modules/instalments/ledger/reach"
import { withLedger } from "./database/with-ledger"

withLedger((ledger) => {
  const reach = () => new LedgerReach(ledger.db, 100)

  it("can be used while its tables are there, and leaves nothing locked", async () => {
    await reach().check()
    const other = await ledger.process().transaction()
    await other.raw("lock table instalments_checkout nowait")
    await other.rollback()
  })

  it.each(["exclusive", "access exclusive"])(
    "cannot be used while a table is locked in %s mode, of which whoever asks is told by one statement",
    async (mode) => {
      const holder = await ledger.process().transaction()
      await holder.raw(`lock table instalments_lease in ${mode} mode`)
      let statements = 0
      const count = () => void statements++
      ledger.db.on("query", count)
      const one = reach()
      const asked = Array.from({ length: 50 }, () => one.check())
      const told = await Promise.allSettled(asked)
      expect(told.map(({ status }) => status)).toEqual(
        told.map(() => "rejected")
      )
      ledger.db.removeListener("query", count)
      expect(statements).toBe(1)
      await holder.rollback()
      await one.check()
    }
  )

  it("cannot be used while a table is missing", async () => {
    await ledger.db.raw("alter table instalments_lease rename to away")
    await expect(reach().check()).rejects.toThrow(/instalments_lease/)
    await ledger.db.raw("alter table away rename to instalments_lease")
  })
})
