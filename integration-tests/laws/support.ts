import { randomUUID } from "node:crypto"
import type { SandboxRefundRequest } from "../../src/sandbox"
import type { Store } from "../harness/with-store"
import { isOthers } from "./other-system"

/** Only the ids of its refunds begin like this. */
const ITS = "11111111-"

/**
 * The service's support, which shoppers can ask too: it refunds payments of the
 * store by itself, and the store is not told. The refunds are written directly
 * into the service, and never exceed what is left of the payment.
 */
export class Support {
  constructor(private readonly store: Store) {}

  /**
   * Refunds of the payment that the store refunded last, or of the oldest, as
   * much as the store asked for, or `cents`.
   */
  async refund(cents?: number): Promise<void> {
    const { ledger, sandbox } = this.store
    const order = { filed_at: "DESC" as const }
    const [last] = await ledger.listRefundRequests({}, { order, take: 1 })
    const paid = [...sandbox.checkouts.values()].filter(
      (one) => one.status === "successful" && !isOthers(one)
    )
    const checkout =
      paid.find((one) => one.client_reference_id === last?.reference) ?? paid[0]
    if (!checkout) {
      return
    }
    const left = [...sandbox.refundRequests.values()]
      .filter(
        ({ checkout_id, status }) =>
          checkout_id === checkout.id && status !== "failed"
      )
      .reduce((rest, { amount }) => rest - amount, checkout.amount)
    const amount = Math.min(cents ?? last?.amount ?? left, left)
    if (amount < 1) {
      return
    }
    const refund: SandboxRefundRequest = {
      id: ITS + randomUUID().slice(ITS.length),
      checkout_id: checkout.id,
      amount,
      currency: checkout.currency,
      status: "requested",
      created_at: new Date(sandbox.now()).toISOString(),
      next_move_at: sandbox.now() + sandbox.settings.refunds.approveAfterMs,
    }
    sandbox.refundRequests.set(refund.id, refund)
  }
}

/** Whether support made a refund of the service by itself. */
export function isSupports({ id }: { id: string }): boolean {
  return id.startsWith(ITS)
}
