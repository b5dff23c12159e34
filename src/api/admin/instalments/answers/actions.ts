import type {
  CheckoutRow,
  FoundRefundRequest,
} from "../../../../modules/instalments/types"
import {
  isOfSurplus,
  isOver,
  isOverLate,
  TRANSITIONS,
} from "../../../../modules/instalments/rules"
import type { Action } from "./words"

const ROOT = "/admin/instalments"

/** What can be done with a checkout now. */
export function checkoutActions(row: CheckoutRow): Action[] {
  const unplaced =
    row.status === "successful" && ["open", "held"].includes(row.outcome)
  return [
    ...(unplaced
      ? [
          // While the service takes it back, nothing is placed for it.
          ...(row.contradiction ? [] : [settleAction(row.id, row.cart_id)]),
          checkoutAction(row.id, "refund", "Return the money"),
        ]
      : []),
    ...(row.checkout_id
      ? [checkoutAction(row.id, "check", "Check now")]
      : row.creation === "refused"
        ? []
        : [identifyAction(row.id)]),
  ]
}

/**
 * Places the order of a held payment; without a cart, books it on its order.
 */
export function settleAction(id: string, cartId: string | null): Action {
  const label = cartId ? "Place the order" : "Book it on the order"
  return checkoutAction(id, "settle", label)
}

/** Says which of the service's checkouts this one is. */
export function identifyAction(id: string): Action {
  return checkoutAction(id, "identify", "Identify")
}

/** An action of a checkout. */
export function checkoutAction(
  id: string,
  name: "check" | "settle" | "refund" | "identify",
  label: Action["label"]
): Action {
  return { name, label, path: `${ROOT}/checkouts/${id}/${name}` }
}

/** What can be done with a refund request now. */
export function refundRequestActions(row: FoundRefundRequest): Action[] {
  return [
    ...(row.status === "in_doubt" ? [endDoubtAction(row.id)] : []),
    ...(mayRetry(row) ? [retryAction(row.id, row.status)] : []),
    ...(mayWithdraw(row) ? [withdrawAction(row.id)] : []),
  ]
}

/** Whether it can be withdrawn: nothing of it was sent. */
export function mayWithdraw(row: FoundRefundRequest): boolean {
  const isUnsent = TRANSITIONS.withdrawn.from.some(
    (from) => from === row.status
  )
  return isUnsent && row.doubted_at === null && row.refund_request_id === null
}

/** Withdraws one that was not sent. */
function withdrawAction(id: string): Action {
  const path = `${ROOT}/refund-requests/${id}/withdraw`
  return { name: "withdraw", label: "Withdraw", path }
}

/** Says what became of one in doubt. */
export function endDoubtAction(id: string): Action {
  const path = `${ROOT}/refund-requests/${id}/end-doubt`
  return { name: "end-doubt", label: "End the doubt", path }
}

/** Whether a retry applies: see the route that does it. */
export function mayRetry(row: FoundRefundRequest): boolean {
  const over = isOver(row.status)
  const returned = row.outcome === "returned" || row.outcome === "held"
  // Of these all that is left goes back, of a cancelled order only their own.
  const whole = returned || isOfSurplus(row)
  const cancelled = isOfCancelledOrder(row) && row.superseded_by === null
  return row.status === "in_doubt"
    ? row.held_reason !== null && row.superseded_by === null
    : over && (whole || cancelled) && row.left > 0
}

/**
 * Whether a refund request that has ended is held for a cancelled order. One
 * that the service accepted late belongs to no refund in Medusa.
 */
export function isOfCancelledOrder(
  row: Pick<
    FoundRefundRequest,
    "status" | "held_reason" | "refund_id" | "dropped_at"
  >
): boolean {
  return row.held_reason !== null && !isOverLate(row)
}

/** Returns the money again, or searches again for a refund request in doubt. */
export function retryAction(id: string, status: string): Action {
  const path = `${ROOT}/refund-requests/${id}/retry`
  return status === "in_doubt"
    ? { name: "check", label: "Look again", path }
    : { name: "retry", label: "Return the money again", path }
}

/** Reads the merchant config again. */
export function refreshAction(): Action {
  return { name: "refresh", label: "Refresh", path: `${ROOT}/config/refresh` }
}

/** Runs the reconcile job once, now. */
export function reconcileAction(): Action {
  return { name: "check", label: "Check now", path: `${ROOT}/reconcile` }
}

/** Marks an attention item as dealt with. */
export function resolveAction(key: string): Action {
  return {
    name: "resolve",
    label: "Mark as resolved",
    path: `${ROOT}/attention/${encodeURIComponent(key)}/resolve`,
  }
}
