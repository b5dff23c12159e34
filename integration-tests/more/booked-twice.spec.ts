import { Modules } from "@medusajs/framework/utils"
import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { completeUnsettled } from "../harness/complete-unsettled"
import { balanceActions } from "../harness/balance-actions"
import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { pauseAtWrite } from "../harness/pause-at-write"
import { readTotals } from "../harness/read-totals"
import { withStore } from "../harness/with-store"

/** Only the first writer stands still; who comes after it does not. */
const FIRST = `(select count(*) from pg_locks where locktype = 'advisory'
  and objid = 470012 and not granted
  and database = (select oid from pg_database where datname = current_database())) = 0`

/** A machine stands still for some minutes, or Redis loses its locks. */
withStore((store) => {
  const { addArticle, begin, books, boughtAndEdited } = balanceActions(store)
  const refunds = () =>
    [...store.sandbox.refundRequests.values()].map(({ amount }) => amount)

  /** The shopper has paid, and no callback comes. */
  async function pay(reference: string) {
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    await store.ledger.learning.check(await store.row(reference), "shopper")
  }

  /** As when they expire while their holder stands still. */
  async function leasesEnd() {
    await store.db("instalments_lease").delete()
    await store.container.resolve(Modules.LOCKING).releaseAll()
  }

  async function anHourOfJobs() {
    for (let run = 0; run < 4; run++) {
      await store.passTime(15 * MINUTE)
      await store.runJob("reconcile")
      await store.runJob("refunds")
    }
  }

  /** Who settles stands still at a write; the next run of the job takes over. */
  async function standsStill(reference: string, table: string) {
    const paused = await pauseAtWrite(store.db, table, FIRST)
    await store.passTime(MINUTE)
    const first = store.runJob("reconcile")
    await paused.reached()
    await leasesEnd()
    await store.passTime(3 * MINUTE)
    await store.runJob("reconcile")
    await paused.resume()
    await first
    await anHourOfJobs()
    return store.row(reference)
  }

  /** A browser completes the cart and stands still; the job takes over. */
  async function overtaken() {
    const { cartId, reference } = await store.beginCheckout()
    await pay(reference)
    const paused = await pauseAtWrite(store.db, "order_transaction", FIRST)
    const browser = completeUnsettled(store, cartId).catch(() => null)
    await paused.reached()
    await leasesEnd()
    await store.passTime(MINUTE)
    await store.runJob("reconcile")
    await paused.resume()
    await browser
    await anHourOfJobs()
    const { outcome, order_id } = await store.row(reference)
    expect(outcome).toBe("placed")
    return String(order_id)
  }

  it.each(["payment", "order_transaction"])(
    "a balance is booked once when who books it stands still at its %s",
    async (table) => {
      const { order } = await boughtAndEdited()
      const { reference } = await begin(order.id)
      await pay(reference)
      expect(await standsStill(reference, table)).toMatchObject({
        outcome: "placed",
      })
      expect(await books(order.id)).toMatchObject({
        owed: 0,
        booked: [433.35, 1_399.55],
      })
      expect(refunds()).toEqual([])
    }
  )

  it.each(["payment", "order_transaction"])(
    "an order is booked once when who places it stands still at its %s",
    async (table) => {
      const { reference } = await store.beginCheckout()
      await pay(reference)
      const { order_id } = await standsStill(reference, table)
      expect(await store.orders()).toHaveLength(1)
      expect(await books(String(order_id))).toMatchObject({
        owed: 0,
        booked: [1_399.55],
      })
    }
  )

  it("an order is booked once when its cart's lock is lost between capture and transaction", async () => {
    const orderId = await overtaken()
    expect(await readTotals(store, orderId)).toMatchObject({
      paid_total: 1_399.55,
      pending_difference: 0,
      transactions: [1_399.55],
    })
  })

  it("an order that is edited after that owes what was added", async () => {
    const orderId = await overtaken()
    await tomorrowMorning(store)
    await addArticle(orderId)
    expect(await books(orderId)).toMatchObject({ owed: 433.35 })
    expect(refunds()).toEqual([])
  })

  it("a payment is not booked again by a session that an earlier collection has kept of it", async () => {
    const { order } = await boughtAndEdited()
    const { reference, sessionId } = await begin(order.id)
    await addArticle(order.id)
    await store.sandbox.pay(reference)
    const before = await books(order.id)
    expect(before.owed).toBeCloseTo(433.35)
    await processPaymentWorkflow(store.container).run({
      input: {
        action: "captured",
        data: { session_id: sessionId, amount: 433.35 },
      },
      throwOnError: false,
    })
    await anHourOfJobs()
    const { booked, owed } = await books(order.id)
    expect(booked).toEqual(before.booked)
    expect(owed).toBeCloseTo(433.35)
  })

  it("two payments of an order stay, and what a merchant has noted by hand", async () => {
    const { order } = await boughtAndEdited()
    const { reference } = await begin(order.id)
    await pay(reference)
    await store.passTime(MINUTE)
    await store.runJob("reconcile")
    await addArticle(order.id)
    const note = {
      ...{ order_id: order.id, amount: 433.35, currency_code: "zar" },
      reference: "capture",
    }
    const orders = store.container.resolve(Modules.ORDER)
    await orders.addOrderTransactions([{ ...note, reference_id: "till_1" }])
    await anHourOfJobs()
    expect(await books(order.id)).toMatchObject({
      owed: 0,
      booked: [433.35, 433.35, 1_399.55],
    })
  })
})
