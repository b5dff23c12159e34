import {
  createPaymentSessionsWorkflow,
  refundPaymentsWorkflow,
} from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { SETTLED_REFERENCE } from "../../src/modules/instalments/checkout/opening"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { markCart } from "../../src/workflows/medusa-repairs/marked-orders"
import { readCartPayments } from "../../src/workflows/settle/read-payments"
import { MINUTE } from "../harness/calendar"
import { cartActions, TRANSFER } from "../harness/cart-actions"
import { completeUnsettled } from "../harness/complete-unsettled"
import { leftovers } from "../harness/leftovers"
import { readTotals } from "../harness/read-totals"
import { withStore } from "../harness/with-store"

/** Payments that completions which failed have left in the cart's collection. */
withStore((store) => {
  const { chosen, complete, ...actions } = cartActions(store)
  const pay = actions.payUnsettled
  const { leftOrder, linkOrder } = leftovers(store)
  const requests = () => store.ledger.listRefundRequests({})
  const payments = () => store.container.resolve(Modules.PAYMENT)
  const orders = () => store.container.resolve(Modules.ORDER)

  describe("an earlier payment of the cart, which took no money or gave it back,", () => {
    /** By card, as core's compensation leaves it. */
    const deadCard = async (cartId: string, end: "refunded" | "canceled") => {
      const session = await chosen(cartId, TRANSFER)
      const payment = await payments().authorizePaymentSession(session.id, {})
      const payment_id = payment!.id
      if (end === "canceled") {
        await payments().cancelPayment(payment_id)
        return
      }
      await payments().capturePayment({ payment_id })
      await payments().refundPayment({ payment_id, amount: 1_399.55 })
    }
    /** By instalments that were returned, left by the last attempt. */
    const deadInstalments = async (cartId: string) => {
      const session = await chosen(cartId)
      await pay(session.data.reference)
      const payment = await payments().authorizePaymentSession(session.id, {})
      await payments().cancelPayment(payment!.id)
      const { leases, returns } = store.ledger
      await leases.run(
        `cart:${cartId}`,
        (lease) => returns.file(session.data.reference, "No stock", lease),
        { waitMs: 0 }
      )
    }

    /** A cart with such a payment, which is paid by instalments then. */
    const paidAnew = async (before: (cartId: string) => Promise<void>) => {
      const { cartId } = await store.beginCheckout()
      await before(cartId)
      const earlier = (await requests()).map(({ id }) => id)
      const { data } = await chosen(cartId)
      const reference: string = data.reference
      await pay(reference)
      return { cartId, reference, earlier }
    }
    const isPlacedOnce = async (reference: string, earlier: string[]) => {
      const row = await store.row(reference)
      expect(row).toMatchObject({ outcome: "placed", order_amount: 139_955 })
      expect((await requests()).map(({ id }) => id)).toEqual(earlier)
      const [order, ...others] = await store.orders()
      expect(others).toEqual([])
      expect(order!.id).toBe(row.order_id)
      const all = order!.payment_collections[0]!.payments
      expect(
        all.filter(({ data }) => data.reference === reference)
      ).toHaveLength(1)
      expect(await readTotals(store, order!.id)).toMatchObject({
        transactions: [1_399.55],
        pending_difference: 0,
      })
    }

    it.each<[string, (cartId: string) => Promise<void>]>([
      ["by a card that was refunded", (id) => deadCard(id, "refunded")],
      ["by instalments that were returned", deadInstalments],
    ])(
      "%s, is not booked on the order that the shopper's browser has completed",
      async (_, before) => {
        const { cartId, reference, earlier } = await paidAnew(before)
        await completeUnsettled(store, cartId)
        const said: string[] = []
        const bus = store.container.resolve(Modules.EVENT_BUS)
        jest.spyOn(bus, "emit").mockImplementation(async (events) => {
          said.push(...[events].flat().map(({ name }) => name))
        })
        await store.runJob("reconcile")
        expect(said).not.toContain("order.placed")
        await isPlacedOnce(reference, earlier)
      }
    )

    it.each<[string, (cartId: string) => Promise<void>]>([
      ["by a card that was only authorised", (id) => deadCard(id, "canceled")],
      ["by instalments that were returned", deadInstalments],
    ])(
      "%s, does not count for an order whose completion was killed before its payment",
      async (_, before) => {
        const { cartId, reference, earlier } = await paidAnew(before)
        const collection = await readCartPayments(cartId, store.container)
        const left = await leftOrder(cartId)
        await linkOrder(left, cartId, collection!.id)
        const carts = store.container.resolve(Modules.CART)
        await carts.updateCarts(cartId, { completed_at: new Date() } as object)
        await store.runJob("reconcile")
        await isPlacedOnce(reference, earlier)
      }
    )

    it.each<[string, (cartId: string) => Promise<void>]>([
      ["by a card that was refunded", (id) => deadCard(id, "refunded")],
      ["by instalments that were returned", deadInstalments],
    ])(
      "%s, does not replace the one whose completion was killed before its transaction",
      async (_, before) => {
        const { cartId, reference, earlier } = await paidAnew(before)
        await completeUnsettled(store, cartId)
        const booked = await orders().listOrderTransactions({})
        await orders().deleteOrderTransactions(booked.map(({ id }) => id))
        await store.runJob("reconcile")
        await isPlacedOnce(reference, earlier)
      }
    )

    it("is nobody's reference when its provider keeps a number under that name", async () => {
      const { cartId } = await store.beginCheckout()
      await deadCard(cartId, "canceled")
      const [card] = await payments().listPayments({})
      await payments().updatePayment({
        id: card!.id,
        data: { reference: 4_711 },
      } as Parameters<ReturnType<typeof payments>["updatePayment"]>[0])
      const { data } = await chosen(cartId)
      await store.sandbox.pay(data.reference)
      expect(await store.row(data.reference)).toMatchObject({
        outcome: "placed",
      })
    })
  })

  describe("one payment stands in the books, although a completion that failed", () => {
    /** The state after a completion that was interrupted after the payment. */
    const leftover = async () => {
      const { cartId, reference, sessionId } = await store.beginCheckout()
      await pay(reference)
      await payments().authorizePaymentSession(sessionId, {})
      await markCart(cartId, store.container)
      return { cartId, reference }
    }
    const isOnePayment = async (reference: string) => {
      await store.runJob("reconcile")
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      const [order, ...others] = await store.orders()
      expect(others).toEqual([])
      const [collection] = order!.payment_collections
      expect(collection!.payments).toHaveLength(1)
      expect(collection!.payments[0]!.captures).toMatchObject([
        { amount: 1_399.55 },
      ])
      expect(await readTotals(store, order!.id)).toMatchObject({
        captured_amount: 1_399.55,
        transactions: [1_399.55],
        pending_difference: 0,
      })
    }

    it("had left one, for which core asked a refund of its own", async () => {
      const { cartId, reference } = await leftover()
      const [payment] = await payments().listPayments({})
      // As the compensation of a completion does; it logs a refusal and goes on.
      await refundPaymentsWorkflow(store.container).run({
        input: [{ payment_id: payment!.id, amount: payment!.amount }],
      })
      expect(await payments().listRefunds({})).toEqual([])
      expect(await requests()).toEqual([])
      await complete(cartId)
      await isOnePayment(reference)
    })

    it("had left one, and the shopper has started again", async () => {
      const { cartId, reference } = await leftover()
      await actions.choose(cartId)
      await isOnePayment(reference)
    })

    /** Another completion that pays again, because core does not see the first. */
    const completeAnew = async (cart_id: string, reference: string) => {
      const { data } = await store.post("/store/payment-collections", {
        cart_id,
      })
      // As settling does: a shopper gets no second session for a paid cart.
      await createPaymentSessionsWorkflow(store.container).run({
        input: {
          payment_collection_id: data.payment_collection.id,
          provider_id: PROVIDER_ID,
          context: { [SETTLED_REFERENCE]: reference },
        },
      })
      await completeUnsettled(store, cart_id)
    }

    it("had left one that another completion did not see", async () => {
      const { cartId, reference } = await leftover()
      await completeAnew(cartId, reference)
      await isOnePayment(reference)
    })

    /** As core does with a capture that is made after the order is placed. */
    const bookAll = async () => {
      const [order] = await store.orders()
      const booked = await orders().listOrderTransactions({})
      const captures = await payments().listCaptures({})
      const missing = captures.filter(
        ({ id }) => !booked.some(({ reference_id }) => reference_id === id)
      )
      expect(missing).toHaveLength(1)
      await orders().addOrderTransactions(
        missing.map(({ id, amount }) => ({
          order_id: order!.id,
          amount,
          currency_code: "zar",
          reference: "capture",
          reference_id: id,
        }))
      )
    }

    it.each(["order_transaction", "capture", "payment"])(
      "had left one that is booked, and taking it out stopped at its %s",
      async (table) => {
        const { cartId, reference } = await leftover()
        await completeAnew(cartId, reference)
        await bookAll()
        const { db } = store
        await db.raw(`
          create function stop() returns trigger language plpgsql as
            $$ begin raise exception 'The database is gone.'; end $$;
          create trigger stop before delete or update on "${table}"
            for each statement execute function stop()`)
        await store.runJob("reconcile")
        await db.raw("drop function stop cascade")
        await store.passTime(16 * MINUTE)
        await isOnePayment(reference)
      }
    )
  })
})
