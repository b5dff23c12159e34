import { createCartCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import type { Store } from "./with-store"

/** Medusa's own provider, as a bank transfer. */
export const TRANSFER = "pp_system_default"

/**
 * Actions of a shopper with a cart, and of the service that takes its payment
 * with or without a callback.
 */
export function cartActions(store: Store) {
  /** Chooses a way to pay; answers what the store answers, also a refusal. */
  async function choose(cart_id: string, provider_id = PROVIDER_ID) {
    const { data } = await store.post("/store/payment-collections", { cart_id })
    const { id } = data.payment_collection
    return store.post(`/store/payment-collections/${id}/payment-sessions`, {
      provider_id,
    })
  }

  /** Chooses a way to pay; answers the payment session. */
  async function chosen(cartId: string, provider?: string) {
    const { status, data } = await choose(cartId, provider)
    expect([status, data.message]).toEqual([200, undefined])
    return data.payment_collection.payment_sessions[0]
  }

  /** Adds a mug, which changes what the cart comes to. */
  const oneMore = (cartId: string) =>
    store.post(`/store/carts/${cartId}/line-items`, {
      variant_id: store.shop.variantId,
      quantity: 1,
    })

  const complete = (cartId: string) =>
    store.post(`/store/carts/${cartId}/complete`)

  /** The cart becomes an order by bank transfer. Answers the order's id. */
  async function transfer(cartId: string): Promise<string> {
    await chosen(cartId, TRANSFER)
    const { data } = await complete(cartId)
    expect(data.type).toBe("order")
    return data.order.id
  }

  /** Store credit pays this much of the cart, or all of it. */
  const credit = (cart_id: string, amount = 1_399.55) =>
    createCartCreditLinesWorkflow(store.container).run({
      input: [
        {
          ...{ cart_id, amount, metadata: null },
          ...{ reference: "gift", reference_id: "gift_1" },
        },
      ],
    })

  /** What a shopper is told of a payment, by its session, its cart or its order. */
  const told = async (id: string) =>
    (await store.get(`/store/instalments/payment-sessions/${id}`)).data.payment

  const offerOf = async (cartId: string) =>
    (await store.get(`/store/instalments/offer?cart_id=${cartId}`)).data.offer

  const noCallbacks = () => store.sandbox.set({ callbacks: { mode: "never" } })

  /** The shopper pays and the callback is lost. */
  async function payUnheard(reference: string) {
    noCallbacks()
    await store.sandbox.pay(reference)
  }

  /** It is paid, and the ledger knows that without settling it. */
  async function payUnsettled(reference: string) {
    await payUnheard(reference)
    await store.ledger.learning.check(await store.row(reference), "shopper")
    expect(await store.row(reference)).toMatchObject({
      ...{ status: "successful", outcome: "open" },
    })
  }

  /** A client as in a browser that remembers nothing. */
  async function elsewhere() {
    const { createInstalments } = await import("../../src/storefront/index.js")
    return createInstalments({
      baseUrl: store.api.defaults.baseURL!,
      publishableKey: String(store.shop.headers["x-publishable-api-key"]),
    })
  }

  return {
    ...{ choose, chosen, oneMore, complete, transfer, credit },
    ...{ told, offerOf, noCallbacks, payUnheard, payUnsettled, elsewhere },
    /** What became of the payment. */
    outcomeOf: async (reference: string) =>
      (await store.row(reference)).outcome,
    /** How often the service was asked about a checkout by its id. */
    asked: () => store.sandbox.journal.counts["GET /api/checkouts/:id"] ?? 0,
    /** The callback by which the service says that it is paid. */
    paid: (reference: string) => ({
      client_reference_id: reference,
      status: "successful",
      number_of_payments: 3,
    }),
  }
}
