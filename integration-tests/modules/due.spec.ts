import { DueCheckouts } from "../../src/modules/instalments/checkout/due"
import { ago, checkouts, DAY, HOUR, MINUTE, NOW } from "./ledger/rows"
import { withLedger } from "./ledger/with-ledger"

withLedger((ledger) => {
  describe("checkouts that are due for a check by id", () => {
    it("are those that a shopper waits for, then those that were never checked, then the others", async () => {
      const row = (id: string, age: number, waits: number, changes = {}) => ({
        ...{ id, checkout_id: `uuid of ${id}` },
        ...{ opened_at: ago(age), look_after: ago(waits), ...changes },
      })
      await checkouts(ledger.db, [
        row("checked once", 4 * HOUR, HOUR),
        row("checked often", 5 * DAY, 2 * DAY),
        row("never checked", 70 * MINUTE, 10 * MINUTE),
        row("before it", 80 * MINUTE, 20 * MINUTE),
        row("wanted", 2 * DAY, 0, { wanted_at: ago(MINUTE) }),
        row("not due", 2 * HOUR, -HOUR),
        row("paid", 2 * HOUR, HOUR, { status: "successful" }),
      ])
      const due = await new DueCheckouts(ledger.db).byId(NOW.getTime(), 10)
      expect(due.map(({ id }) => id)).toEqual([
        "wanted",
        "before it",
        "never checked",
        "checked once",
        "checked often",
      ])
    })
  })
})
