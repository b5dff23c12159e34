import { MedusaError } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { findPerson, type Whom } from "./find-person"
import { eraseFromBell, strip } from "./medusa-rows"

/** How many rows of each kind a person was taken out of. */
export type Erased = Record<
  | "checkouts"
  | "refund_requests"
  | "callbacks"
  | "notes"
  | "payments"
  | "notifications",
  number
>

/**
 * One step, as what it finds of the person is in no other step's input: Medusa may
 * keep those. Nothing is undone when something fails: it is run again.
 */
const eraseStep = createStep(
  "erase-instalments-customer-step",
  async (whom: Whom, { container }) => {
    const named = [whom.customer_id, whom.email?.trim()].concat(
      whom.cart_ids,
      whom.order_ids
    )
    if (!named.some(Boolean)) {
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        "Nobody was named, so nothing was erased: give a customer_id, an email, cart_ids or order_ids."
      )
    }
    const { person, ...bought } = await findPerson(whom, container)
    const ledger = container.resolve(INSTALMENTS_MODULE)
    const { checkouts, refund_requests, callbacks, notes } =
      await ledger.erasure.erase(bought, person)
    const collections = checkouts.map((row) => row.payment_collection_id)
    const rows = [
      ...checkouts.map(({ id }) => id),
      ...[...refund_requests, ...callbacks],
    ]
    const erased: Erased = {
      checkouts: checkouts.length,
      refund_requests: refund_requests.length,
      callbacks: callbacks.length,
      notes,
      payments: await strip([...new Set(collections)], container),
      notifications: await eraseFromBell(rows, person, container),
    }
    return new StepResponse(erased)
  }
)

/**
 * Erases somebody from everything that this plugin keeps, and from what it wrote
 * into Medusa's payment sessions, payments and notifications. What the money needs
 * stays: amounts, ids, states and times; so a payment that is open is settled,
 * checked and refunded as before. Medusa's own carts, orders and customers are not
 * touched, and neither is what the service keeps.
 *
 * It runs by itself when Medusa deletes a customer. By hand it erases guests, and it
 * can be run any number of times: run it before the person's orders are made
 * anonymous, as their words are read from there.
 *
 * @throws MedusaError (invalid data) when the input names nobody.
 *
 * @example
 * const { result } = await eraseCustomerWorkflow(container).run({
 *   input: { email: "thandi@example.com" },
 * })
 */
export const eraseCustomerWorkflow = createWorkflow(
  "erase-instalments-customer",
  (input: WorkflowData<Whom>) => new WorkflowResponse(eraseStep(input))
)
