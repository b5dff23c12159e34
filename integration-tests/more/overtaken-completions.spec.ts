import { MedusaError, Modules } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import {
  acquireLockStep,
  completeCartWorkflow,
  processPaymentWorkflow,
  releaseLockStep,
} from "@medusajs/medusa/core-flows"
import { balanceActions } from "../harness/balance-actions"
import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { cartActions, TRANSFER } from "../harness/cart-actions"
import { completeUnsettled } from "../harness/complete-unsettled"
import { eventually, pauseAtWrite } from "../harness/pause-at-write"
import { Prices } from "../harness/prices"
import { readTotals } from "../harness/read-totals"
import { fillCart } from "../harness/shopper"
import { withStore } from "../harness/with-store"

/** Only the first writer stands still; who comes after it does not. */
const FIRST = `(select count(*) from pg_locks where locktype = 'advisory'
  and objid = 470012 and not granted
  and database = (select oid from pg_database where datname = current_database())) = 0`

/** What the store's own code does once core has made the order and its payment. */
let afterOrder: (() => Promise<void>) | undefined

// Medusa's type of a hook's registration is of a build, not of a test.
const hooks = completeCartWorkflow.hooks as unknown as Record<
  string,
  (handler: () => Promise<void>) => void
>
hooks.orderCreated!(async () => afterOrder?.())

const makeTickets = createStep("make-tickets", async () => {
  await afterOrder?.()
  return new StepResponse(null)
})
/** As Medusa's documentation of `completeCartWorkflow` has it. */
const buyTickets = createWorkflow(
  "buy-tickets",
  ({ cart_id }: { cart_id: string }) => {
    acquireLockStep({ key: cart_id, timeout: 30, ttl: 120 })
    const { id } = completeCartWorkflow.runAsStep({ input: { id: cart_id } })
    makeTickets()
    releaseLockStep({ key: cart_id })
    return new WorkflowResponse({ id })
  }
)

/** Completions that last, and payments that are settled meanwhile. */
withStore((store) => {
  const { addArticle, begin, books, boughtAndEdited } = balanceActions(store)
  const { chosen, complete, paid, ...actions } = cartActions(store)
  const pay = actions.payUnsettled

  afterEach(() => {
    afterOrder = undefined
  })

  // A machine stands still for some minutes, or Redis loses its locks.
  describe("where who holds the locks stands still until another takes over,", () => {
    const refunds = () =>
      [...store.sandbox.refundRequests.values()].map(({ amount }) => amount)

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

    it.each(["payment", "order_transaction"])(
      "a balance is booked once, though it is at its %s",
      async (table) => {
        const { order } = await boughtAndEdited()
        const { reference } = await begin(order.id)
        await pay(reference)
        expect(await standsStill(reference, table)).toMatchObject({
          outcome: "placed",
        })
        expect(await books(order.id)).toMatchObject({
          ...{ owed: 0, booked: [433.35, 1_399.55] },
        })
        expect(refunds()).toEqual([])
      }
    )

    it.each(["payment", "order_transaction"])(
      "an order is booked once, though it is at its %s",
      async (table) => {
        const { reference } = await store.beginCheckout()
        await pay(reference)
        const { order_id } = await standsStill(reference, table)
        expect(await store.orders()).toHaveLength(1)
        expect(await books(String(order_id))).toMatchObject({
          ...{ owed: 0, booked: [1_399.55] },
        })
      }
    )

    it("an order is booked once, though it is a browser's completion between capture and transaction, and owes what an edit adds", async () => {
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
      expect(await readTotals(store, String(order_id))).toMatchObject({
        paid_total: 1_399.55,
        pending_difference: 0,
        transactions: [1_399.55],
      })
      await tomorrowMorning(store)
      await addArticle(String(order_id))
      expect(await books(String(order_id))).toMatchObject({ owed: 433.35 })
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
        ...{ reference: "capture", reference_id: "till_1" },
      }
      const orders = store.container.resolve(Modules.ORDER)
      await orders.addOrderTransactions([note])
      await anHourOfJobs()
      expect(await books(order.id)).toMatchObject({
        ...{ owed: 0, booked: [433.35, 433.35, 1_399.55] },
      })
    })
  })

  // A store's own route, its job, or another provider's webhook completes a cart
  // without core's route: nothing tells the plugin before.
  describe("where a completion is taken back,", () => {
    const byWorkflow = (id: string) =>
      completeCartWorkflow(store.container).run({
        input: { id },
        throwOnError: false,
      })
    const byTickets = (cart_id: string) =>
      buyTickets(store.container).run({
        ...{ input: { cart_id }, throwOnError: false },
      })

    /** Holds work until it is told to go on. */
    function gate() {
      let isReached = false
      let open = () => {}
      const opened = new Promise<void>((resolve) => (open = resolve))
      const wait = async () => {
        isReached = true
        await opened
      }
      return { wait, open, isReached: () => isReached }
    }

    /** Settling has decided, or waits for the cart's lock. */
    async function decidedOrWaiting(reference: string) {
      const acquire = jest.spyOn(
        store.container.resolve(Modules.LOCKING),
        "acquire"
      )
      await eventually(
        async () =>
          acquire.mock.calls.length > 0 ||
          (await store.row(reference)).outcome !== "open",
        10_000
      )
    }

    it.each([
      ["the store's code, whose hook fails", byWorkflow],
      ["a workflow of the store, whose last step fails", byTickets],
      ["the browser, whose hook fails", complete],
    ])(
      "its order, of %s, is not the order of a payment that is settled meanwhile",
      async (_, completing) => {
        const { cartId, reference } = await store.beginCheckout()
        await pay(reference)
        const { wait, open, isReached } = gate()
        afterOrder = async () => {
          await wait()
          throw new Error("The ticket system does not answer")
        }
        const completed = completing(cartId)
        expect(await eventually(isReached, 10_000)).toBe(true)
        const settling = store.runJob("reconcile")
        await decidedOrWaiting(reference)
        afterOrder = undefined
        open()
        await Promise.all([completed, settling])
        await store.passTime(5 * MINUTE)
        await store.runJob("reconcile")
        const { outcome, order_id } = await store.row(reference)
        const orders = await store.orders()
        expect(outcome).toBe("placed")
        expect(orders.map(({ id }) => id)).toEqual([order_id])
      }
    )

    it.each([
      ["the store's code", byWorkflow],
      ["the browser", complete],
    ])(
      "no payment is returned for its order, of %s, that waits for a card, which is declined",
      async (_, completing) => {
        const { cartId, reference } = await store.beginCheckout()
        await chosen(cartId, TRANSFER)
        const { wait, open, isReached } = gate()
        // Medusa's payment module keeps its providers to itself.
        const { paymentProviderService_: providers } = store.container.resolve(
          Modules.PAYMENT
        ) as unknown as {
          paymentProviderService_: {
            authorizePayment(...all: unknown[]): Promise<unknown>
          }
        }
        const real = providers.authorizePayment.bind(providers)
        jest
          .spyOn(providers, "authorizePayment")
          .mockImplementation(async (...all) => {
            if (all[0] !== TRANSFER) {
              return real(...all)
            }
            await wait()
            throw new MedusaError(
              MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
              "The card was declined"
            )
          })
        const completed = completing(cartId)
        expect(await eventually(isReached, 10_000)).toBe(true)
        const called = store.sandbox.pay(reference)
        await decidedOrWaiting(reference)
        open()
        await Promise.all([completed, called])
        await store.passTime(MINUTE)
        await store.runJob("reconcile")
        expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      }
    )
  })

  it("the order of a cart is placed whose discount is being computed anew when it is paid", async () => {
    const prices = new Prices(store)
    await prices.code("TEN", {
      type: "percentage",
      target_type: "items",
      allocation: "each",
      value: 10,
      max_quantity: 10,
      currency_code: "zar",
    })
    const cartId = await fillCart(store.api, store.shop)
    const code = { promo_codes: ["TEN"] }
    const applied = await store.post(`/store/carts/${cartId}/promotions`, code)
    expect(applied.data.cart.discount_total).toBeGreaterThan(0)
    const { data } = await chosen(cartId)
    const { reference } = data as { reference: string }
    await actions.payUnheard(reference)
    const computing = await pauseAtWrite(store.db, "cart_line_item_adjustment")
    // Another tab sends an update that changes nothing.
    const updating = store.post(`/store/carts/${cartId}`, {
      email: "thandi@example.com",
    })
    await computing.reached()
    const locking = store.container.resolve(Modules.LOCKING)
    const asked = jest.spyOn(locking, "acquire")
    const called = store.deliver(paid(reference))
    await eventually(() => asked.mock.calls.length > 0)
    await computing.resume()
    const [updated] = await Promise.all([updating, called])
    asked.mockRestore()
    expect(updated.status).toBe(200)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  it("a payment is marked as placed when its order exists, although core's lock is never released", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await pay(reference)
    const completed = await complete(cartId)
    expect(completed.data.type).toBe("order")
    // The completing process was killed before it released the lock.
    const locking = store.container.resolve(Modules.LOCKING)
    await locking.acquire(cartId, { ownerId: "killed" })
    // It was paid so long ago that no other attempt is made.
    await store
      .db("instalments_checkout")
      .where({ id: reference })
      .update({
        paid_at: new Date(store.ledger.now() - 180 * MINUTE),
        settle_attempts: 3,
        next_check_at: new Date(store.ledger.now()),
      })
    const begun = performance.now()
    const clock = performance.now.bind(performance)
    const fast = jest
      .spyOn(performance, "now")
      .mockImplementation(() => begun + (clock() - begun) * 100)
    await store.runJob("reconcile")
    fast.mockRestore()
    expect(await store.row(reference)).toMatchObject({
      ...{ outcome: "placed", order_id: completed.data.order.id },
    })
    expect(await store.ledger.attention.read()).toEqual([])
    await locking.release(cartId, { ownerId: "killed" })
  })
})
