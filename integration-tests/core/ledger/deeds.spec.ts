import { CheckoutErasing } from "../../../src/modules/instalments/checkout/erasing"
import { CheckoutStore } from "../../../src/modules/instalments/checkout/store"
import { Deeds } from "../../../src/modules/instalments/ledger/deeds"
import { RefundStore } from "../../../src/modules/instalments/refunds/store"
import { checkout, NOW, refund } from "./database/rows"
import { withLedger } from "./database/with-ledger"

const ACTOR = { actor_id: "user_1", actor_type: "user" }

withLedger((ledger) => {
  const deeds = () => new Deeds(ledger.db, () => NOW.getTime())
  const rows = () => ledger.db("instalments_deed")
  const byUser = <T>(work: () => Promise<T>) =>
    deeds().by({ ...ACTOR, action: "withdraw", subject: "instref_1" }, work)

  it.each<[string, () => Promise<unknown>]>([
    [
      "withdraws a refund",
      async () =>
        new RefundStore(ledger.db).withdrawn(await refund(ledger.db), NOW),
    ],
    [
      "files one",
      () =>
        new RefundStore(ledger.db).file({
          ...{ reference: "inst_1", amount: 100, currency: "ZAR" },
          ...{ reason: "unplaced", send_after: NOW, filed_at: NOW },
        }),
    ],
    [
      "ends a doubt",
      async () =>
        new RefundStore(ledger.db).saidFailed(
          await refund(ledger.db, { status: "in_doubt", sent_at: NOW }),
          NOW
        ),
    ],
    [
      "identifies a checkout",
      async () =>
        new CheckoutStore(ledger.db).identified(
          (await checkout(ledger.db, { creation: "unanswered" })).id,
          "service_1"
        ),
    ],
    [
      "erases a person",
      () =>
        new CheckoutErasing(ledger.db).erase({ cart_ids: [], order_ids: [] }),
    ],
  ])("keeps who %s, and when, in one row", async (_, deed) => {
    expect(await byUser(deed)).toBeTruthy()
    await byUser(() => deeds().keep())
    expect(await rows()).toMatchObject([
      { ...ACTOR, action: "withdraw", subject: "instref_1", done_at: NOW },
      {},
    ])
    expect(await rows()).toHaveLength(2)
  })

  it("keeps one deed of a request that writes several times, and none of what comes to nothing or is a job's", async () => {
    const store = new RefundStore(ledger.db)
    const row = await refund(ledger.db, { status: "complete" })
    await byUser(() => store.withdrawn(row, NOW))
    await store.withdrawn(await refund(ledger.db), NOW)
    expect(await rows()).toEqual([])
    await byUser(async () => {
      await store.withdrawn(await refund(ledger.db), NOW)
      await store.withdrawn(await refund(ledger.db), NOW)
    })
    expect(await rows()).toHaveLength(1)
  })

  it("does nothing of which it cannot keep who did it", async () => {
    const row = await refund(ledger.db)
    await ledger.db.raw(
      "alter table instalments_deed add constraint closed check (false)"
    )
    const withdrawn = byUser(() =>
      new RefundStore(ledger.db).withdrawn(row, NOW)
    )
    await expect(withdrawn).rejects.toThrow("closed")
    await ledger.db.raw("alter table instalments_deed drop constraint closed")
    const [after] = await ledger.db("instalments_refund_request")
    expect(after.status).toBe("scheduled")
  })
})
