import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, TransactionState } from "@medusajs/framework/utils"
import {
  createHook,
  createWorkflow,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import { messageOf } from "../modules/instalments/log"
import { fromCents } from "../modules/instalments/rules"

/** What a store is asked about: a cart, and what it comes to in major units. */
export type OfferToValidate = {
  cart_id: string
  amount: number
  /** In lower case, as everywhere in Medusa. */
  currency_code: string
}

/**
 * Asks the store, by its hook `validateOffer`, whether a cart may be paid in
 * instalments. A handler that throws a `MedusaError` of the type `NOT_ALLOWED`
 * refuses the cart, and its message is what the shopper reads. Anything else
 * that it throws is a failure: nothing is offered, and the log says why.
 *
 * @example
 * validateOfferWorkflow.hooks.validateOffer(async ({ amount }) => {
 *   if (amount > 5_000) {
 *     throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "Ask us first.")
 *   }
 * })
 */
export const validateOfferWorkflow = createWorkflow(
  "validate-instalments-offer",
  (input: WorkflowData<OfferToValidate>) => {
    const validateOffer = createHook("validateOffer", input)
    return new WorkflowResponse(input, { hooks: [validateOffer] })
  }
)

// Medusa does not say whether a hook has a handler, and no shopper should wait
// for a workflow that asks nobody.
let hasHandler = false
const { hooks } = validateOfferWorkflow
const register = hooks.validateOffer
hooks.validateOffer = (...handler) => {
  register(...handler)
  hasHandler = true
}

/** What Medusa makes of a thrown `MedusaError` in a workflow's errors. */
const refusal = z.object({
  type: z.literal(MedusaError.Types.NOT_ALLOWED),
  message: z.string().min(1),
})

/**
 * Why the store does not want this cart to be paid in instalments, in its own
 * words for the shopper; null when it has no objection. It is never asked about
 * a cart whose payment has arrived. `amountCents` is integer cents.
 *
 * @throws MedusaError (unexpected state) when the store's handler failed, which
 * is no answer: then nothing may be offered.
 */
export async function whyStoreRefuses(
  cart: { cart_id: string; amountCents: number; currency: string },
  container: MedusaContainer
): Promise<string | null> {
  const { cart_id, amountCents, currency } = cart
  if (!hasHandler) {
    return null
  }
  const { opening } = container.resolve(INSTALMENTS_MODULE)
  if (await opening.knownPayment(cart_id)) {
    return null
  }
  const { errors, transaction } = await validateOfferWorkflow(container).run({
    input: {
      cart_id,
      amount: fromCents(amountCents).toNumber(),
      currency_code: currency.toLowerCase(),
    },
    throwOnError: false,
  })
  // Medusa's own errors that say "skip" stop a workflow without being named.
  if (transaction.getState() === TransactionState.DONE && !errors.length) {
    return null
  }
  const error = errors[0]?.error ?? new Error("it did not come to its end")
  const refused = refusal.safeParse(error)
  if (refused.success) {
    return refused.data.message
  }
  throw new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    `The store's handler of validateOffer failed, and refuses by a MedusaError of the type NOT_ALLOWED only: ${whereItFailed(error)}`,
    "instalments_set_up"
  )
}

/** A stack of Medusa's making lacks the message of what was no error. */
function whereItFailed(error: unknown): string {
  const message = messageOf(error)
  const { data } = z.object({ stack: z.string() }).safeParse(error)
  return data?.stack.includes(message) ? data.stack : message
}
