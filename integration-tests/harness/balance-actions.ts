import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { EMAIL } from "../../demo/shopper/buying.cjs"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { OrderAdmin } from "./order-admin"
import type { Store } from "./with-store"

/** Medusa's own provider, for payments outside of the shop. */
const BY_HAND = "pp_system_default"

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
          canceled_at: z.unknown(),
          data: z.record(z.string(), z.unknown()),
        })
      ),
    })
  ),
})

/**
 * Actions on an order that owes something: the merchant adds articles, and the
 * shopper chooses instalments for the payment collection that core makes.
 */
export function balanceActions(store: Store) {
  /** Adds an article to an order, which then owes its price. */
  async function addArticle(orderId: string) {
    const actions = new OrderAdmin(store, orderId)
    expect((await actions.beginEdit(1)) && (await actions.confirmEdit())).toBe(
      true
    )
  }

  /** Removes an article. */
  async function takeArticle(orderId: string) {
    const actions = new OrderAdmin(store, orderId)
    expect((await actions.beginEdit(-1)) && (await actions.confirmEdit())).toBe(
      true
    )
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

  /**
   * Another way to pay has authorised what a payment collection asks for. The
   * tests' store has one other provider; a third one differs by its name only.
   */
  async function authorise({ id }: { id: string }, provider = BY_HAND) {
    const { data } = await store.post(
      `/store/payment-collections/${id}/payment-sessions`,
      { provider_id: BY_HAND }
    )
    const [session] = data.payment_collection.payment_sessions
    const payment = await store.container
      .resolve(Modules.PAYMENT)
      .authorizePaymentSession(session.id, {})
    await store
      .db("payment")
      .where({ id: payment!.id })
      .update({ provider_id: provider })
    return payment!
  }

  /** A draft of two mugs that the merchant makes. Answers its id. */
  async function draft(more: object = {}): Promise<string> {
    const { regionId, channelId, variantId } = store.shop
    const { status, data } = await store.adminPost("/admin/draft-orders", {
      email: EMAIL,
      region_id: regionId,
      sales_channel_id: channelId,
      items: [{ variant_id: variantId, quantity: 2 }],
      ...more,
    })
    expect([status, data.message]).toEqual([200, undefined])
    return data.draft_order.id
  }

  /** The draft becomes an order, which owes its whole total. */
  async function convert(id: string) {
    const path = `/admin/draft-orders/${id}/convert-to-order`
    expect((await store.adminPost(path)).status).toBe(200)
  }

  return {
    ...{ addArticle, takeArticle, books, collection, choose, begin },
    ...{ authorise, draft, convert, boughtAndEdited },
  }
}
