import { randomUUID } from "node:crypto"
import type { SandboxCheckout } from "../../../src/sandbox"

/** A checkout as the service holds it, `opened` in milliseconds since 1970. */
export function sandboxCheckout({
  opened,
  isPaid,
}: {
  opened: number
  isPaid: boolean
}): SandboxCheckout {
  const id = randomUUID()
  const created_at = new Date(opened).toISOString()
  return {
    id,
    client_reference_id: `inst_${id.replaceAll("-", "")}`,
    amount: 50_000,
    currency: "ZAR",
    status: isPaid ? "successful" : "received",
    created_at,
    landed_at: null,
    expires_at: null,
    paid_at: isPaid ? created_at : null,
    cancelled_at: null,
    number_of_payments: isPaid ? 3 : null,
    redirect_url: null,
    declines: [],
    request: {},
  }
}
