import { DueCheckouts } from "../../../src/modules/instalments/checkout/due"
import { ago, checkouts, DAY, HOUR, MINUTE, NOW, STORE } from "./database/rows"
import { withLedger } from "./database/with-ledger"

withLedger((ledger) => {
  describe("checkouts that are due for a check by id", () => {
    it("are those that a shopper waits for, then those that were never checked, then the others", async () => {
      const row = (id: string, age: number, waits: number, changes = {}) => ({
        ...{ id, checkout_id: `uuid of ${id}` },
        ...{ opened_at: ago(age), next_check_at: ago(waits), ...changes },
      })
      await checkouts(ledger.db, [
        row("checked once", 4 * HOUR, HOUR, {
          status_updated_at: ago(3 * HOUR),
        }),
        row("checked often", 5 * DAY, 2 * DAY, {
          status_updated_at: ago(4 * DAY),
        }),
        row("never checked", 70 * MINUTE, 10 * MINUTE),
        row("before it", 80 * MINUTE, 20 * MINUTE),
        row("wanted", 2 * DAY, 0, { poll_requested_at: ago(MINUTE) }),
        row("not due", 2 * HOUR, -HOUR),
        row("paid", 2 * HOUR, HOUR, { status: "successful" }),
      ])
      const due = await new DueCheckouts(ledger.db, STORE).byId(
        NOW.getTime(),
        10
      )
      expect(due.map(({ id }) => id)).toEqual([
        "wanted",
        "before it",
        "never checked",
        "checked once",
        "checked often",
      ])
    })

    it("are not only those that shoppers wait for, however many: one whose first check is late comes before them", async () => {
      const wanted = Array.from({ length: 10 }, (_, n) => ({
        ...{ id: `wanted ${n}`, checkout_id: `uuid of wanted ${n}` },
        ...{ opened_at: ago(DAY), next_check_at: ago(HOUR) },
        ...{ status_updated_at: ago(HOUR), poll_requested_at: ago(2 * HOUR) },
      }))
      const late = ["later", "late", "heard"].map((id, n) => ({
        ...{ id, checkout_id: `uuid of ${id}`, opened_at: ago(2 * HOUR) },
        next_check_at: ago((31 + n) * MINUTE),
        status_updated_at: id === "heard" ? ago(HOUR) : null,
      }))
      await checkouts(ledger.db, [...wanted, ...late])
      const due = await new DueCheckouts(ledger.db, STORE).byId(
        NOW.getTime(),
        10
      )
      expect(due.map(({ id }) => id)).toEqual([
        "late",
        ...Array.from({ length: 9 }, () => expect.stringMatching(/^wanted/)),
      ])
    })
  })

  it("puts those first that were never asked about among those that may be paid, then those asked about longest ago", async () => {
    const open = (
      id: string,
      check_count: number,
      askedAgo: number | null
    ) => ({
      ...{ id, checkout_id: `uuid of ${id}`, cart_id: "cart" },
      ...{ status: "received", check_count },
      last_checked_at: askedAgo === null ? null : ago(askedAgo),
    })
    await checkouts(ledger.db, [
      open("asked about just now", 1, 1_000),
      open("asked about", 1, MINUTE),
      open("asked about often", 7, 2 * MINUTE),
      open("never asked about", 0, null),
      { ...open("just opened", 0, null), opened_at: ago(1_000) },
      { ...open("of another cart", 0, null), cart_id: "other" },
    ])
    const may = await new DueCheckouts(ledger.db, STORE).mayBePaid(
      { cart_id: "cart", order_id: null },
      NOW.getTime()
    )
    expect(may.map(({ id }) => id)).toEqual([
      "never asked about",
      "asked about often",
      "asked about",
      "asked about just now",
    ])
  })

  it("finds what was placed in a time, those first that were placed first", async () => {
    const placed = (id: string, minutes: number, changes = {}) => ({
      ...{ id, status: "successful", outcome: "placed" as const },
      ...{ order_id: `order of ${id}`, outcome_at: ago(minutes * MINUTE) },
      ...changes,
    })
    await checkouts(ledger.db, [
      placed("too late", 4),
      placed("last", 5),
      placed("first", 30),
      placed("held", 10, { outcome: "held" }),
      placed("too early", 31),
    ])
    const between = (limit: number) =>
      new DueCheckouts(ledger.db, STORE)
        .placedBetween(ago(30 * MINUTE), ago(5 * MINUTE), limit)
        .then((rows) => rows.map(({ id }) => id))
    expect(await between(10)).toEqual(["first", "last"])
    expect(await between(1)).toEqual(["first"])
  })
})
