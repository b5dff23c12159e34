import type { Scene } from "../laws/scene"
import { runUntilIdle } from "../laws/run-until-idle"
import { identifyWhatIsAsked } from "../laws/person"
import { liveInTimeOf } from "../laws/world"
import { withStore } from "../harness/with-store"
import { ENDS, LOST_TO_THAT_COMMIT, MIGRATED } from "./ends"
import { layOldLedger, migrate } from "./old-ledger"

const A_WEEK_OF_JOBS_MS = 180_000

/**
 * The columns that no migration may change. The other tables are filled again
 * by reading.
 */
const LASTING: Record<string, string[]> = {
  instalments_checkout: [
    "checkout_id",
    "status",
    "amount",
    "currency",
    "number_of_payments",
    "cart_id",
    "order_id",
    "payment_session_id",
    "payment_collection_id",
    "opened_at",
    "paid_at",
  ],
  instalments_checkout_session: ["reference"],
  instalments_callback: ["digest", "reference", "status", "held_reason"],
  instalments_refund_request: [
    "reference",
    "checkout_id",
    "refund_request_id",
    "amount",
    "currency",
    "status",
    "reason",
    "payment_id",
    "refund_id",
    "asked_at",
    "send_after",
  ],
  instalments_resolution: ["key", "opened_at", "note", "resolved_by"],
  instalments_tally: ["count", "last_reason"],
}

withStore((store) => {
  const scene: Scene = {
    store,
    cartIds: [],
    passTime: async (ms) => {
      await store.sandbox.advance(ms)
    },
    asked: () => identifyWhatIsAsked(store),
  }
  /** Carts that still exist; most of that day's do not. */
  let carts: Record<string, string>

  beforeEach(async () => {
    store.sandbox.set({ limits: { clock: "sandbox" } })
    liveInTimeOf(scene)
    carts = {
      inst_paid_unseen: (await store.beginCheckout()).cartId,
      inst_paid_unsettled: (await store.beginCheckout()).cartId,
    }
    await layOldLedger(store)
    // Updated in the minute in which it was stopped, whatever day it is.
    await job().update({ begun_at: store.db.fn.now() })
  })

  const job = () => store.db("instalments_job_run").where({ id: "refunds" })

  /** Everything that must survive a migration. */
  async function lasting() {
    const rows = Object.entries(LASTING).map(async ([table, facts]) => [
      table,
      await store
        .db(table)
        .select("id", ...facts)
        .orderBy("id"),
    ])
    return Object.fromEntries(await Promise.all(rows))
  }

  /** The ledger's checkouts by their reference. */
  async function checkouts() {
    const rows = await store.ledger.listCheckouts({}, { take: 1_000 })
    return Object.fromEntries(rows.map((row) => [row.id, row]))
  }

  it("keeps every row of the ledger of commit 6cff8f0", async () => {
    const before = await lasting()
    await migrate(store)
    expect(await lasting()).toEqual(before)
    const rows = await checkouts()
    expect(Object.keys(rows).sort()).toEqual(Object.keys(ENDS).sort())
    expect(rows).toMatchObject(MIGRATED)
  })

  it("knows how old a backup of that commit's ledger is, by the last run of its refunds job", async () => {
    const lastRun = { begun_at: new Date("2026-11-20T10:00:00Z") }
    await job().update(lastRun)
    await migrate(store)
    expect(await job()).toMatchObject([{ alive_at: lastRun.begun_at }])
    expect(await store.ledger.jobs.wereAway()).toBe(true)
  })

  it(
    "accounts for every cent of that commit's ledger",
    async () => {
      const { sandbox, ledger } = store
      await migrate(store)
      for (const [id, cart_id] of Object.entries(carts)) {
        await ledger["db"]("instalments_checkout")
          .where({ id })
          .update({ cart_id })
      }
      for (const { id, status } of sandbox.refundRequests.values()) {
        if (status === "requested") {
          await sandbox.completeRefund(id, { force: true })
        }
      }
      await runUntilIdle(scene)
      expect(await checkouts()).toMatchObject(ENDS)
      expect(await unaccounted()).toEqual(LOST_TO_THAT_COMMIT)
    },
    A_WEEK_OF_JOBS_MS
  )

  /** What is paid and is neither placed nor returned, and no alert names it. */
  async function unaccounted() {
    const { sandbox, ledger } = store
    const rows = await checkouts()
    const alerts = await ledger.attention.read()
    const refunds = [...sandbox.refundRequests.values()]
    const isAccounted = (reference: string, id: string, amount: number) => {
      const row = rows[reference]
      const returned = refunds
        .filter((one) => one.checkout_id === id && one.status !== "failed")
        .reduce((sum, one) => sum + one.amount, 0)
      const alerted = alerts.some((cause) => cause.reference === reference)
      return (
        alerted ||
        (row?.outcome === "placed" && row.order_id !== null) ||
        (row?.outcome === "returned" && returned === amount)
      )
    }
    return [...sandbox.checkouts.values()]
      .filter(({ status }) => status === "successful")
      .filter(
        ({ client_reference_id, id, amount }) =>
          !isAccounted(String(client_reference_id), id, amount)
      )
      .map(({ client_reference_id }) => client_reference_id)
  }
})
