import type { SandboxCheckout, SandboxRefundRequest } from "../state/records"

/** A resource in the service's JSON:API flavour. */
export type Resource = {
  id: string
  type: "checkouts" | "refund_requests"
  attributes: {
    amount: number
    currency: string
    status: string
    created_at: string
  }
}

/** A checkout as the API shows it: four attributes, nothing else. */
export function checkoutResource(checkout: SandboxCheckout): Resource {
  return resource("checkouts", checkout)
}

/** A refund request as the API shows it. */
export function refundResource(refund: SandboxRefundRequest): Resource {
  return resource("refund_requests", refund)
}

function resource(
  type: Resource["type"],
  from: SandboxCheckout | SandboxRefundRequest
): Resource {
  const { id, amount, currency, status, created_at } = from
  return { id, type, attributes: { amount, currency, status, created_at } }
}
