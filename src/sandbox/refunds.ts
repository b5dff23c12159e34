import { randomUUID } from "node:crypto"
import { daysBetween, earliest, type DueTask } from "./clock"
import type { Parts } from "./parts"
import { Refusal } from "./input"
import type {
  RefundStatus,
  SandboxCheckout,
  SandboxRefundRequest,
} from "./state"

const WINDOW_DAYS = 100

/** The refund rules of the specification, with its exact words. */
const REFUND_WORDS = {
  window: "Orders can only be refunded within 100 days of the purchase date.",
  sameDay: "Order can't be refunded on the day of purchase.",
  remainder: "Refund amount exceeds the refundable amount.",
  status: "Only successful checkouts can be refunded.",
}

/**
 * Why a refund of `amount` (cents) is refused now, if it is. The day of
 * purchase is day 0; day 100 is the last one.
 */
export function refusalOf(
  parts: Parts,
  checkout: SandboxCheckout,
  amount: number
): string | undefined {
  const { settings } = parts.state
  if (checkout.status !== "successful") {
    return REFUND_WORDS.status
  }
  const bought = new Date(checkout.paid_at ?? checkout.created_at)
  const day = daysBetween(bought, parts.clock.now(), settings.timeZone)
  if (day > WINDOW_DAYS) {
    return REFUND_WORDS.window
  }
  // A person who reviews a request can let it wait; a machine cannot.
  if (day < 1 && settings.approval === "automatic") {
    return REFUND_WORDS.sameDay
  }
  return amount > remainder(parts, checkout)
    ? REFUND_WORDS.remainder
    : undefined
}

/** What may still be refunded of a checkout, in cents. */
function remainder({ state }: Parts, checkout: SandboxCheckout): number {
  const { failedFreesRemainder } = state.settings.refunds
  return [...state.refundRequests.values()]
    .filter((one) => one.checkout_id === checkout.id)
    .filter(({ status }) => status !== "failed" || !failedFreesRemainder)
    .reduce((left, { amount }) => left - amount, checkout.amount)
}

/** Records a refund request without checking the rules. */
export function newRefund(
  parts: Parts,
  checkout: SandboxCheckout,
  amount: number
): SandboxRefundRequest {
  const { approval, refunds } = parts.state.settings
  const refund: SandboxRefundRequest = {
    id: randomUUID(),
    checkout_id: checkout.id,
    amount,
    currency: checkout.currency,
    status: "requested",
    created_at: parts.clock.iso(),
    next_move_at:
      approval === "automatic"
        ? parts.clock.now() + refunds.approveAfterMs
        : null,
  }
  parts.state.refundRequests.set(refund.id, refund)
  parts.changed()
  return refund
}

/** A move that a person may make by hand. */
export type RefundMove = "approve" | "complete" | "fail"

const OPEN: RefundStatus[] = ["requested", "pending"]
type Rule = { to: RefundStatus; from: RefundStatus[]; forced: RefundStatus[] }
const MOVES: Record<RefundMove, Rule> = {
  approve: { to: "pending", from: ["requested"], forced: [] },
  complete: { to: "complete", from: OPEN, forced: ["failed"] },
  fail: { to: "failed", from: OPEN, forced: ["complete"] },
}

/**
 * Moves a refund request; `force` allows what should never happen (a failed one
 * that completes, a complete one that fails). A move to its current status
 * changes nothing.
 */
export function moveRefund(
  parts: Parts,
  refund: SandboxRefundRequest,
  move: RefundMove,
  force = false
): SandboxRefundRequest {
  const { to, from, forced } = MOVES[move]
  if (refund.status === to) {
    return refund
  }
  if (![...from, ...(force ? forced : [])].includes(refund.status)) {
    throw new Refusal(409, `The refund request is ${refund.status}.`)
  }
  refund.status = to
  const { completeAfterMs } = parts.state.settings.refunds
  refund.next_move_at =
    to === "pending" ? parts.clock.now() + completeAfterMs : null
  parts.changed()
  return refund
}

/** The earliest refund request that moves by itself, for the clock. */
export function nextRefundMove(parts: Parts): DueTask | undefined {
  const all = parts.state.refundRequests.values()
  const refund = earliest(all, (one) => one.next_move_at)
  return (
    refund && {
      at: refund.next_move_at!,
      run: () => moveByItself(parts, refund),
    }
  )
}

function moveByItself(parts: Parts, refund: SandboxRefundRequest): void {
  const { outcome } = parts.state.settings.refunds
  const end = outcome === "failed" ? "fail" : "complete"
  moveRefund(parts, refund, refund.status === "requested" ? "approve" : end)
}
