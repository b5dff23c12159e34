import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  asAttributes,
  checkoutReferences,
  log,
  traced,
} from "../../modules/instalments/log"
import { completionFinding, inWords } from "../../modules/instalments/health"
import { refused, refuseOthers } from "../../modules/instalments/rules"
import type {
  CheckoutRow,
  InstalmentsModuleService,
  Lease,
} from "../../modules/instalments/types"
import { orderLease } from "../order-lease"
import { attemptToSettle, type Settling } from "./attempt-to-settle"
import { betweenCompletions, isOfCart, ofOrder } from "./lock"
import { payBalance } from "./pay-balance"
import { placeOrder } from "./place-order"
import { readPlacedOrder } from "./read-placed-order"

const MAX_WAIT_MS = 30_000

/** `by_hand`: a person wants a held payment placed; it is tried once. */
type SettleInput = { reference: string; by_hand?: boolean }

const settleCheckoutStep = createStep(
  "settle-instalments-checkout-step",
  async ({ reference, by_hand }: SettleInput, { container }) => {
    const ledger = container.resolve(INSTALMENTS_MODULE)
    const known = await ledger.retrieveCheckout(reference)
    return new StepResponse(await settleCheckout(known, container, by_hand))
  }
)

/**
 * What `settleCheckoutWorkflow` does, for a row that was just read: one writer at a
 * time per cart. It is read again once others may have tried it; that they have not
 * tried this one since is part of the attempt's first write.
 *
 * @throws as `withLock` and `attemptToSettle` do; MedusaError (not allowed) when it is
 * another store's, or nothing here can complete its cart.
 */
export async function settleCheckout(
  known: CheckoutRow,
  container: MedusaContainer,
  by_hand = false
): Promise<CheckoutRow> {
  const { id } = known
  const ledger = container.resolve(INSTALMENTS_MODULE)
  if (isUnsettled(known) || by_hand) {
    refuseOthers(known, ledger.options)
    refuseWithoutCompletion(known, ledger)
  }
  return traced(
    "instalments.settle",
    asAttributes(checkoutReferences(known)),
    () =>
      withLock(known, container, async (lease) => {
        if (by_hand) {
          await ledger.outcomes.reopened(id, new Date(ledger.now()))
        }
        const isNew = isUnsettled(known) && known.settle_attempts === 0
        const before =
          isNew && !by_hand ? known : await ledger.retrieveCheckout(id)
        if (!isUnsettled(before) || (rests(before, ledger) && !by_hand)) {
          return before
        }
        const settling = settlingWith(container, lease)
        return attemptToSettle(before, settling)
      })
  )
}

/** Not begun, so it uses up no attempt: the money waits until the store is put right. */
function refuseWithoutCompletion(
  checkout: CheckoutRow,
  { options }: InstalmentsModuleService
) {
  const finding = completionFinding(options)
  if (isOfCart(checkout) && finding.state !== "ok") {
    throw refused(inWords(finding), "instalments_no_completion")
  }
}

const isUnsettled = ({ outcome, status }: CheckoutRow) =>
  outcome === "open" && status === "successful"

/** Doubled callbacks in the pause between two attempts must not use them up. */
const rests = (
  { settle_attempts, next_check_at }: CheckoutRow,
  ledger: InstalmentsModuleService
) => settle_attempts > 0 && (next_check_at?.getTime() ?? 0) > ledger.now()

/** What settling works with in a store. */
export function settlingWith(
  container: MedusaContainer,
  lease: Lease
): Settling {
  return {
    ledger: container.resolve(INSTALMENTS_MODULE),
    log: log(container),
    lease,
    place: async (checkout) =>
      isOfCart(checkout)
        ? placeOrder(checkout, container, lease)
        : payBalance(ofOrder(checkout), container, lease),
    readOrder: (checkout) => readPlacedOrder(checkout, container),
    betweenCompletions: (checkout, work) =>
      betweenCompletions(checkout, container, work),
  }
}

/**
 * Turns a checkout that the ledger calls `successful` into exactly one placed
 * order; what cannot be placed is held with the reason. Safe to run from
 * anywhere and any number of times at once; a run that was killed is taken up
 * by the reconcile job. With `by_hand` a held payment is tried once more.
 *
 * @example
 * const { result } = await settleCheckoutWorkflow(container).run({
 *   input: { reference: "inst_123" },
 * })
 */
export const settleCheckoutWorkflow = createWorkflow(
  "settle-instalments-checkout",
  (input: WorkflowData<SettleInput>) =>
    new WorkflowResponse(settleCheckoutStep(input))
)

/**
 * Runs what decides about the money of a cart, or changes what an order owes, while
 * nobody else does: settling and returning share this lease, so a payment is never
 * placed and returned. `work` confirms the lease before it does what cannot be
 * taken back.
 *
 * @throws MedusaError (conflict) when others did so for half a minute, or when
 * another process took over because this one stood still.
 */
export function withLock<T>(
  { cart_id, order_id }: Pick<CheckoutRow, "cart_id" | "order_id">,
  container: MedusaContainer,
  work: (lease: Lease) => Promise<T>
): Promise<T> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const name = cart_id ? `cart:${cart_id}` : orderLease(String(order_id))
  return ledger.leases.run(name, work, { waitMs: MAX_WAIT_MS })
}
