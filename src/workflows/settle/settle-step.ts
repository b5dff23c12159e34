import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type {
  CheckoutRow,
  InstalmentsModuleService,
} from "../../modules/instalments/types"
import {
  asAttributes,
  checkoutReferences,
  describeSettling,
  traced,
} from "../../modules/instalments/log"
import { withLock } from "./lock"
import { attemptToSettle } from "./attempt-to-settle"

/** `by_hand`: a person wants a held payment placed; it is tried once. */
export type SettleInput = { reference: string; by_hand?: boolean }

/** Settles one checkout, one writer at a time per cart. See the workflow. */
export const settleCheckoutStep = createStep(
  "settle-instalments-checkout-step",
  async ({ reference, by_hand }: SettleInput, { container }) => {
    const ledger = container.resolve(INSTALMENTS_MODULE)
    const known = await ledger.retrieveCheckout(reference)
    const settled = await traced(
      "instalments.settle",
      asAttributes(checkoutReferences(known)),
      (span) =>
        withLock(known, container, async (lease) => {
          if (by_hand) {
            await ledger.checkouts.reopened(reference, new Date(ledger.now()))
          }
          const before = await ledger.retrieveCheckout(reference)
          if (!isUnsettled(before) || (rests(before, ledger) && !by_hand)) {
            return before
          }
          const after = await attemptToSettle(before, container, lease)
          describeSettling(span, after, ledger.now())
          return after
        })
    )
    return new StepResponse(settled)
  }
)

const isUnsettled = ({ outcome, status }: CheckoutRow) =>
  outcome === "open" && status === "successful"

/** Doubled callbacks in the pause between two attempts must not use them up. */
const rests = (
  { settle_attempts, look_after }: CheckoutRow,
  ledger: InstalmentsModuleService
) => settle_attempts > 0 && (look_after?.getTime() ?? 0) > ledger.now()
