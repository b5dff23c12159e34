import type { PaymentModule } from "../read-store"
import type { Finding } from "../finding"

const CHECK = "payment module"
const NEEDS = ["instalments", "query"]

/** Whether medusa-config gives the provider to Medusa, and what it needs. */
export function checkPaymentModule(payment: PaymentModule): Finding {
  const missing = NEEDS.filter((name) => !payment.dependencies.includes(name))
  if (!payment.provider) {
    return {
      check: CHECK,
      state: "wrong",
      saw: "it does not name the provider medusa-payment-instalments/providers/instalments",
      next: "Add the module @medusajs/medusa/payment with this provider to medusa-config, as the README shows.",
    }
  }
  if (payment.provider !== "instalments") {
    return {
      check: CHECK,
      state: "wrong",
      saw: `it gives the provider the id "${payment.provider}"`,
      next: 'Give it the id "instalments": carts and the ledger know it by that.',
    }
  }
  if (missing.length > 0) {
    return {
      check: CHECK,
      state: "wrong",
      saw: `its dependencies lack ${missing.join(" and ")}`,
      next: 'Add dependencies: ["instalments", "query"] to it in medusa-config.',
    }
  }
  return {
    check: CHECK,
    state: "ok",
    saw: "has the provider and what it needs",
  }
}
