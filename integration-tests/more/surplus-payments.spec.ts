import {
  createPaymentSessionsWorkflow,
  refundPaymentsWorkflow,
} from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { SETTLED_REFERENCE } from "../../src/modules/instalments/checkout/opening"
import { markCart } from "../../src/workflows/medusa-repairs/marked-orders"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { completeUnsettled } from "../harness/complete-unsettled"
import { readTotals } from "../harness/read-totals"
import { withStore } from "../harness/with-store"

withStore((store) => {
  const requests = () => store.ledger.listRefundRequests({})

  describe("one payment stands in the books, although a completion that failed", () => {
    /** The state after a completion that was interrupted after the payment. */
    const leftover = async () => {
      const { cartId, reference, sessionId } = await store.beginCheckout()
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(reference)
      await store.ledger.learning.check(await store.row(reference), "shopper")
      const payments = store.container.resolve(Modules.PAYMENT)
      await payments.authorizePaymentSession(sessionId, {})
      await markCart(cartId, store.container)
      return { cartId, reference }
    }
    const afterwards = async (reference: string) => {
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

    it("had left one", async () => {
      const { reference } = await leftover()
      await afterwards(reference)
    })

    it("had left one, for which core asked a refund of its own", async () => {
      const { cartId, reference } = await leftover()
      const payments = store.container.resolve(Modules.PAYMENT)
      const [payment] = await payments.listPayments({})
      // As the compensation of a completion does; it logs a refusal and goes on.
      await refundPaymentsWorkflow(store.container).run({
        input: [{ payment_id: payment!.id, amount: payment!.amount }],
      })
      expect(await payments.listRefunds({})).toEqual([])
      expect(await requests()).toEqual([])
      await store.post(`/store/carts/${cartId}/complete`)
      await afterwards(reference)
    })

    it("had left one, and the shopper has started again", async () => {
      const { cartId, reference } = await leftover()
      const { data } = await store.post("/store/payment-collections", {
        cart_id: cartId,
      })
      await store.post(
        `/store/payment-collections/${data.payment_collection.id}/payment-sessions`,
        { provider_id: "pp_instalments_instalments" }
      )
      await afterwards(reference)
    })

    /**
     * Another completion that pays again, because core does not see the first.
     */
    const completeAnew = async (cartId: string, reference: string) => {
      const { data } = await store.post("/store/payment-collections", {
        cart_id: cartId,
      })
      // As settling does: a shopper gets no second session for a paid cart.
      await createPaymentSessionsWorkflow(store.container).run({
        input: {
          payment_collection_id: data.payment_collection.id,
          provider_id: PROVIDER_ID,
          context: { [SETTLED_REFERENCE]: reference },
        },
      })
      await completeUnsettled(store, cartId)
    }

    it("had left one that another completion did not see", async () => {
      const { cartId, reference } = await leftover()
      await completeAnew(cartId, reference)
      await afterwards(reference)
    })

    /** As core does with a capture that is made after the order is placed. */
    const bookAll = async () => {
      const [order] = await store.orders()
      const orders = store.container.resolve(Modules.ORDER)
      const booked = await orders.listOrderTransactions({})
      const payments = store.container.resolve(Modules.PAYMENT)
      const captures = await payments.listCaptures({})
      const missing = captures.filter(
        ({ id }) => !booked.some(({ reference_id }) => reference_id === id)
      )
      expect(missing).toHaveLength(1)
      await orders.addOrderTransactions(
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
        await store.passTime(16 * 60_000)
        await afterwards(reference)
      }
    )
  })
})
