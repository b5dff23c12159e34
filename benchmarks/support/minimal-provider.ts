import {
  AbstractPaymentProvider,
  ModuleProvider,
  Modules,
} from "@medusajs/framework/utils"
import type {
  ProviderWebhookPayload,
  WebhookActionResult,
} from "@medusajs/framework/types"

type Input = { data?: Record<string, unknown> }

/**
 * The smallest provider that Medusa's built-in hook needs: it accepts
 * everything, and makes no request and no write. For benchmarks only.
 */
class MinimalProvider extends AbstractPaymentProvider {
  static override identifier = "minimal"

  // Medusa constructs it; the abstract class does not allow that.
  constructor(cradle: Record<string, unknown>) {
    super(cradle)
  }

  override async initiatePayment() {
    return { id: "minimal", data: {} }
  }
  override async authorizePayment({ data = {} }: Input) {
    return { status: "captured" as const, data }
  }
  override async getWebhookActionAndData({
    data,
  }: ProviderWebhookPayload["payload"]): Promise<WebhookActionResult> {
    const { session_id, amount } = data as {
      session_id: string
      amount: number
    }
    return { action: "captured", data: { session_id, amount } }
  }
  override updatePayment = same
  override capturePayment = same
  override cancelPayment = same
  override deletePayment = same
  override refundPayment = same
  override retrievePayment = same
  override async getPaymentStatus({ data = {} }: Input) {
    return { status: "captured" as const, data }
  }
}

async function same({ data = {} }: Input) {
  return { data }
}

/** The name by which Medusa's hook and its carts know it. */
export const MINIMAL = "minimal_minimal"

export default ModuleProvider(Modules.PAYMENT, { services: [MinimalProvider] })
