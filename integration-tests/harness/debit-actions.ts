import { Modules } from "@medusajs/framework/utils"
import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { Store } from "./with-store"

/** The name of `./debit`, which only the tests' store has. */
export const DEBIT = "pp_debit_debit"

/** Payments of another provider that are under way for days. */
export function debitActions(store: Store) {
  /** A debit for a payment collection, which the shopper agrees to. */
  async function choose(collectionId: string): Promise<string> {
    const { data } = await store.post(
      `/store/payment-collections/${collectionId}/payment-sessions`,
      { provider_id: DEBIT }
    )
    return data.payment_collection?.payment_sessions[0].id
  }

  /** The shopper agrees to a debit of what an order owes. */
  async function agree(sessionId: string) {
    await store.container
      .resolve(Modules.PAYMENT)
      .authorizePaymentSession(sessionId, {})
  }

  const becomes = (id: string, debit: "arrived" | "failed" | "canceled") =>
    store.db("payment_session").where({ id }).update({ data: { debit } })

  /** The money comes, and the provider's webhook tells of it. */
  async function arrives(session_id: string, amount: number) {
    await becomes(session_id, "arrived")
    await processPaymentWorkflow(store.container).run({
      input: { action: "captured", data: { session_id, amount } },
      throwOnError: false,
    })
  }

  /** The merchant presses "Check status" on the order's page. Answers the status code. */
  async function checkStatus(orderId: string, payment_session_id: string) {
    const path = `/admin/orders/${orderId}/payment-sessions/authorize`
    return (await store.adminPost(path, { payment_session_id })).status
  }

  const fails = (sessionId: string) => becomes(sessionId, "failed")

  /** The debits of an order that are under way. */
  async function underWay(collectionIds: string[]) {
    const sessions = await store.container
      .resolve(Modules.PAYMENT)
      .listPaymentSessions({ payment_collection_id: collectionIds })
    return sessions.filter(
      ({ provider_id, status }) =>
        provider_id === DEBIT && status === "pending_authorization"
    )
  }

  return { choose, agree, becomes, arrives, fails, checkStatus, underWay }
}
