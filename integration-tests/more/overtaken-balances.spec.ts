import {
  cancelOrderWorkflow,
  processPaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { balanceActions } from "../harness/balance-actions"
import { MINUTE } from "../harness/calendar"
import { pauseAtWrite } from "../harness/pause-at-write"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const BALANCE = 43_335
/** Of captures: those of instalment payments. */
const IS_OURS = `exists (select from payment
  where id = new.payment_id and provider_id = '${PROVIDER_ID}')`

/** What no lease keeps away happens in the moment in which a balance is booked. */
withStore((store) => {
  const { begin, books, boughtAndEdited } = balanceActions(store)
  const { runs, atService } = refundActions(store)

  /** The shopper pays; `meanwhile` happens before Medusa has captured it. */
  async function paidWhile(
    reference: string,
    meanwhile: () => Promise<unknown>
  ) {
    const paused = await pauseAtWrite(store.db, "capture", IS_OURS)
    const paying = store.sandbox.pay(reference)
    await paused.reached()
    await meanwhile()
    await paused.resume()
    await paying
    await store.refundsAreSent()
    await store.passTime(24 * 60 * MINUTE)
    await store.runJob("reconcile")
    await runs()
  }

  /** The card's page of the same balance, and the webhook of who pays there. */
  async function cardOf(order_id: string) {
    const part = await store.adminPost("/admin/payment-collections", {
      ...{ order_id, amount: BALANCE / 100 },
    })
    const { id } = part.data.payment_collection
    const { data } = await store.post(
      `/store/payment-collections/${id}/payment-sessions`,
      { provider_id: "pp_system_default" }
    )
    const [session] = data.payment_collection.payment_sessions
    return () =>
      processPaymentWorkflow(store.container).run({
        input: {
          action: "captured",
          data: { session_id: session.id, amount: BALANCE / 100 },
        },
      })
  }

  it("an order that the store's own code cancels then keeps no money", async () => {
    const { order } = await boughtAndEdited()
    const { reference } = await begin(order.id)
    await paidWhile(reference, () =>
      cancelOrderWorkflow(store.container).run({
        input: { order_id: order.id },
      })
    )
    expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
    expect(atService().sort()).toEqual([139_955, BALANCE])
  })

  it("an order whose balance is captured by another provider then keeps it once", async () => {
    const { order } = await boughtAndEdited()
    const { reference } = await begin(order.id)
    await paidWhile(reference, await cardOf(order.id))
    expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
    expect(atService()).toEqual([BALANCE])
    expect(await books(order.id)).toMatchObject({ owed: 0 })
  })
})
