import type { DueTask } from "../clock/clock"
import { Refusal } from "../http/exchange"
import type { Parts } from "../parts"
import type { RefundStatus, SandboxRefundRequest } from "../state/records"

/** A move that a person may make by hand. */
export type RefundMove = "approve" | "complete" | "fail"

const MOVES: Record<
  RefundMove,
  { to: RefundStatus; from: RefundStatus[]; forced: RefundStatus[] }
> = {
  approve: { to: "pending", from: ["requested"], forced: [] },
  complete: {
    to: "complete",
    from: ["requested", "pending"],
    forced: ["failed"],
  },
  fail: { to: "failed", from: ["requested", "pending"], forced: ["complete"] },
}

/**
 * Moves a refund request; `force` allows what should never happen (a failed
 * one that completes, a complete one that fails). A move to where it is
 * already changes nothing.
 */
export function moveRefund(
  parts: Parts,
  refund: SandboxRefundRequest,
  move: RefundMove,
  force = false
): SandboxRefundRequest {
  const { to, from, forced } = MOVES[move]
  const allowed = force ? [...from, ...forced] : from
  if (refund.status !== to && !allowed.includes(refund.status)) {
    throw new Refusal(409, `The refund request is ${refund.status}.`)
  }
  if (refund.status !== to) {
    refund.status = to
    const { completeAfterMs } = parts.state.settings.refunds
    refund.next_move_at =
      to === "pending" ? parts.clock.now() + completeAfterMs : null
    parts.changed()
  }
  return refund
}

/** The earliest refund request that moves by itself, for the clock. */
export function nextRefundMove(parts: Parts): DueTask | undefined {
  let first: SandboxRefundRequest | undefined
  for (const one of parts.state.refundRequests.values()) {
    if ((one.next_move_at ?? Infinity) < (first?.next_move_at ?? Infinity)) {
      first = one
    }
  }
  const refund = first
  return refund?.next_move_at == null
    ? undefined
    : { at: refund.next_move_at, run: () => moveByItself(parts, refund) }
}

function moveByItself(parts: Parts, refund: SandboxRefundRequest): void {
  const { outcome } = parts.state.settings.refunds
  const end = outcome === "failed" ? "fail" : "complete"
  moveRefund(parts, refund, refund.status === "requested" ? "approve" : end)
}
