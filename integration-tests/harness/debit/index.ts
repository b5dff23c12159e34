import {
  AbstractPaymentProvider,
  ModuleProvider,
  Modules,
} from "@medusajs/framework/utils"
import type { WebhookActionResult } from "@medusajs/framework/types"

type Input = { data?: Record<string, unknown> }
type Debit = "under_way" | "arrived" | "failed" | "canceled"

/** What Medusa is answered about a debit, as by Stripe's provider. */
const STATUS = {
  under_way: "pending_authorization",
  arrived: "captured",
  failed: "error",
  canceled: "canceled",
} as const

/**
 * A provider of deferred payments, as bank debits are: the order is placed when the
 * shopper has agreed, and the money comes, or does not, days later. What became of a
 * debit is written into its session by `debitActions`, as every process of the store
 * has to know it.
 */
class DebitProvider extends AbstractPaymentProvider {
  static override identifier = "debit"

  // Medusa constructs it; the abstract class does not allow that.
  constructor(cradle: Record<string, unknown>) {
    super(cradle)
  }

  override async initiatePayment() {
    const data: { debit: Debit } = { debit: "under_way" }
    return { id: "debit", data }
  }
  override async authorizePayment({ data = {} }: Input) {
    return { status: STATUS[data.debit as Debit], data }
  }
  override async getPaymentStatus({ data = {} }: Input) {
    return { status: STATUS[data.debit as Debit], data }
  }
  override async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: "not_supported" }
  }
  override updatePayment = same
  override capturePayment = same
  override cancelPayment = same
  override deletePayment = same
  override refundPayment = same
  override retrievePayment = same
}

async function same({ data = {} }: Input) {
  return { data }
}

export default ModuleProvider(Modules.PAYMENT, { services: [DebitProvider] })
