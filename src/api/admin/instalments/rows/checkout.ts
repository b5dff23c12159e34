import type { CheckoutRow } from "../../../../modules/instalments/ledger/rows"
import type { Checkout } from "../answers"
import { checkoutActions } from "./actions"
import { moment } from "./moment"

/** A ledger row as the admin gets it. */
export function checkoutAnswer(row: CheckoutRow): Checkout {
  return {
    id: row.id,
    checkout_id: row.checkout_id,
    status: row.status,
    outcome: row.outcome,
    held_reason: row.held_reason,
    amount: row.amount,
    currency: row.currency,
    number_of_payments: row.number_of_payments,
    payment_session_id: row.payment_session_id,
    cart_id: row.cart_id,
    order_id: row.order_id,
    created_at: row.opened_at.toISOString(),
    paid_at: moment(row.paid_at),
    outcome_at: moment(row.outcome_at),
    asked_at: moment(row.asked_at),
    next_look_at: moment(row.look_after),
    last_error: row.last_error,
    contradiction: row.contradiction,
    actions: checkoutActions(row),
  }
}
