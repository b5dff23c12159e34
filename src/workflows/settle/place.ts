import { messageOf } from "../../modules/instalments/log"
import type { CheckoutRow, Lease } from "../../modules/instalments/types"
import type { PlacedOrder } from "./read-placed-order"
import { isRefusal, type NotPlaced } from "./why-unplaced"

/**
 * How Medusa takes a payment: `placeOrder` has it complete a cart, `payBalance` has it
 * book a payment of what an order owes.
 */
export type Taking = {
  /** How many refusals of Medusa are needed before one counts. */
  tries: number
  /**
   * Removes what a process left that was killed in the middle of this, and answers the
   * order that stands then. One that somebody is making at this moment does not stand:
   * Medusa may take it back.
   */
  repair(): Promise<PlacedOrder | null>
  /** Reads the order back from Medusa's books, if it is there. */
  readOrder(): Promise<PlacedOrder | null>
  /**
   * Makes ready what Medusa needs and answers how it is made to take the payment,
   * which answers the error that Medusa names, if any; or the fact that forbids it.
   */
  prepare(
    before: PlacedOrder | null
  ): Promise<{ fact: string } | { take: () => Promise<unknown> }>
  /** What is done when the payment was not taken, before anything else is tried. */
  cleanUp?(): Promise<void>
  /** Says what Medusa refused, with the message of its refusal. */
  refused(message: string): string
}

/**
 * Has Medusa take a paid checkout's money for an order, or answers why it cannot be:
 * for a fact that stays, or by a refusal of Medusa's. Its answer
 * is not trusted: order, payment and capture are read back.
 *
 * @throws whatever is worth another attempt later: a lock, the database, and that
 * the lease was lost.
 */
export async function place(
  { id }: Pick<CheckoutRow, "id">,
  taking: Taking,
  lease: Lease
): Promise<PlacedOrder | NotPlaced> {
  let reason = ""
  let order = await taking.repair()
  for (let time = 1; time <= taking.tries; time++) {
    if (order?.reference === id) {
      return order
    }
    const ready = await taking.prepare(order)
    if ("fact" in ready) {
      return { by: "fact", reason: ready.fact }
    }
    await lease.confirm()
    const error = await ready.take()
    // Medusa may have failed to take back what it had written before an error.
    order = await (error ? taking.repair() : taking.readOrder())
    if (order?.reference === id && !order.twice) {
      return order
    }
    await taking.cleanUp?.()
    if (!isRefusal(error)) {
      throw (
        error ??
        new Error("its payment is missing in the books, or there twice")
      )
    }
    reason = taking.refused(messageOf(error))
  }
  return { by: "refusal", reason }
}
