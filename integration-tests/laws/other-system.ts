import { randomUUID } from "node:crypto"
import type { SandboxCheckout, SandboxRefundRequest } from "../../src/sandbox"
import type { Store } from "../harness/with-store"

/** Only its ids and references begin like this. */
const ITS = "00000000-"

/**
 * Another system of the merchant on the same account: it sells for the amounts
 * and in the minutes in which the store does. Its actions are written directly
 * into the service. Through the API they would use up the limits that the store
 * counts, and the faults that are meant for the store.
 */
export class OtherSystem {
  constructor(private readonly store: Store) {}

  /** Opens a checkout of the amount that the store asked for last. */
  async sell(): Promise<void> {
    const { ledger, sandbox } = this.store
    const order = { opened_at: "DESC" as const }
    const [last] = await ledger.listCheckouts({}, { order, take: 1 })
    if (!last) {
      return
    }
    const { amount, currency } = last
    const checkout: SandboxCheckout = {
      ...NOTHING_HAPPENED,
      id: ownId(),
      client_reference_id: ownId(),
      amount,
      currency,
      created_at: new Date(sandbox.now()).toISOString(),
      request: { amount, currency },
    }
    sandbox.checkouts.set(checkout.id, checkout)
  }

  /** Its newest checkout is paid. */
  async isPaid(): Promise<void> {
    const checkout = this.all().at(-1)
    if (checkout?.status === "received") {
      await this.store.sandbox.pay(checkout.id)
    }
  }

  /** Refunds as much as the store asked for last, or all of a payment. */
  async refund(): Promise<void> {
    const { ledger, sandbox } = this.store
    const order = { filed_at: "DESC" as const }
    const [last] = await ledger.listRefundRequests({}, { order, take: 1 })
    const checkout = this.all().find(
      (one) => one.status === "successful" && this.left(one) > 0
    )
    if (!checkout) {
      return
    }
    const left = this.left(checkout)
    const refund: SandboxRefundRequest = {
      id: ownId(),
      checkout_id: checkout.id,
      amount: Math.min(last?.amount ?? left, left),
      currency: checkout.currency,
      status: "requested",
      created_at: new Date(sandbox.now()).toISOString(),
      next_move_at: sandbox.now() + sandbox.settings.refunds.approveAfterMs,
    }
    sandbox.refundRequests.set(refund.id, refund)
  }

  private all(): SandboxCheckout[] {
    return [...this.store.sandbox.checkouts.values()].filter(isOthers)
  }

  private left({ id, amount }: SandboxCheckout): number {
    return [...this.store.sandbox.refundRequests.values()]
      .filter(({ checkout_id }) => checkout_id === id)
      .reduce((left, refund) => left - refund.amount, amount)
  }
}

/** Whether a checkout or a refund of the service is the other system's. */
export function isOthers({ id }: { id: string }): boolean {
  return id.startsWith(ITS)
}

function ownId(): string {
  return ITS + randomUUID().slice(ITS.length)
}

const NOTHING_HAPPENED = {
  status: "received",
  landed_at: null,
  expires_at: null,
  paid_at: null,
  cancelled_at: null,
  number_of_payments: null,
  redirect_url: null,
  declines: [] as never[],
} as const satisfies Partial<SandboxCheckout>
