import { z } from "@medusajs/framework/zod"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { OrderDesk } from "./order-desk"
import type { Store } from "./with-store"

const number = z.unknown().transform((value) => Number(value ?? 0))
const order = z.object({
  summary: z.object({ pending_difference: number }),
  transactions: z.array(z.object({ amount: number })),
  payment_collections: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      amount: number,
      captured_amount: number,
      payments: z.array(
        z.object({
          id: z.string(),
          amount: number,
          data: z.record(z.string(), z.unknown()),
        })
      ),
    })
  ),
})

/**
 * An order that owes something, and who pays it: the merchant adds articles to it,
 * the shopper chooses instalments for the payment collection that core makes.
 */
export function balanceDesk(store: Store) {
  /** One more article on an order: it owes what that costs. */
  async function addArticle(orderId: string) {
    const desk = new OrderDesk(store, orderId)
    expect((await desk.beginEdit(1)) && (await desk.confirmEdit())).toBe(true)
  }

  /** One article less. */
  async function takeArticle(orderId: string) {
    const desk = new OrderDesk(store, orderId)
    expect((await desk.beginEdit(-1)) && (await desk.confirmEdit())).toBe(true)
  }

  /** What Medusa's books say of the order's payments, in major units. */
  async function books(orderId: string) {
    const fields = [
      "summary.*,transactions.*,payment_collections.*",
      "payment_collections.payments.*",
    ].join(",")
    const { data } = await store.adminGet(
      `/admin/orders/${orderId}?fields=${fields}`
    )
    const { summary, transactions, payment_collections } = order.parse(
      data.order
    )
    return {
      owed: summary.pending_difference,
      booked: transactions.map(({ amount }) => amount).sort((a, b) => a - b),
      collections: payment_collections,
      payments: payment_collections.flatMap(({ payments }) => payments),
    }
  }

  /** The payment collection that core makes for what the order owes. */
  async function collection(orderId: string) {
    const { collections } = await books(orderId)
    const open = collections.find(({ status }) =>
      ["not_paid", "awaiting"].includes(status)
    )
    return { id: String(open?.id) }
  }

  /** Chooses instalments for a payment collection, as a storefront does. */
  const choose = (collectionId: string, data: object = {}) =>
    store.post(`/store/payment-collections/${collectionId}/payment-sessions`, {
      provider_id: PROVIDER_ID,
      data,
    })

  /** A checkout for all that the order owes. Answers the session and reference. */
  async function begin(orderId: string) {
    const { id } = await collection(orderId)
    const { status, data } = await choose(id)
    expect([status, data.message]).toEqual([200, undefined])
    const { payment_sessions: sessions } = data.payment_collection
    const [session] = sessions
    return {
      collectionId: id,
      sessionId: String(session.id),
      reference: String(session.data.reference),
    }
  }

  /** A purchase that was paid, and an edit for which the order owes one article. */
  async function boughtAndEdited() {
    const bought = await store.buy()
    await addArticle(bought.order.id)
    return bought
  }

  return {
    ...{ addArticle, takeArticle, books, collection, choose, begin },
    boughtAndEdited,
  }
}
