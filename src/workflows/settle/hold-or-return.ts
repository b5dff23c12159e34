import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { InstalmentsEvents } from "../../modules/instalments/rules"
import type { CheckoutRow } from "../../modules/instalments/types"
import { log, messageOf } from "../../modules/instalments/log"
import { isOfCart } from "./lock"

/**
 * Money has arrived and no order can be placed for it, or its order does not owe
 * it: it is returned when the store wants that and the refund rules allow it, else
 * held for a person. What a person had tried to place by hand stays with that
 * person. With `hold` it is held in any case, which moves no money and so needs no
 * lock of core's.
 */
export async function holdOrReturn(
  checkout: CheckoutRow,
  reason: string,
  container: MedusaContainer,
  how: { hold?: boolean } = {}
): Promise<CheckoutRow> {
  const { id, by_hand } = checkout
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const logger = log(container)
  const ended = await end()
  const next = isOfCart(checkout)
    ? "place the order"
    : "book it on the order once that owes it"
  logger.error(
    ended.outcome === "returned"
      ? `Instalment payment ${id} is being returned: ${reason}.`
      : `Instalment payment ${id} is held: ${ended.held_reason}. The money has arrived; ${next}, or return it.`,
    ended
  )
  await ledger.events.emit(InstalmentsEvents.CHECKOUT_UNPLACED, { id, reason })
  return ended

  async function end(): Promise<CheckoutRow> {
    const { unplacedPayments } = ledger.options
    if (unplacedPayments === "hold" || by_hand || how.hold) {
      return hold(reason)
    }
    try {
      return await ledger.returns.file(id, reason)
    } catch (error) {
      const refusal = messageOf(error)
      return hold(`${reason}; it could not be returned: ${refusal}`)
    }
  }

  async function hold(reason: string): Promise<CheckoutRow> {
    const now = new Date(ledger.now())
    const held = await ledger.checkouts.held(id, {
      kind: "no_order",
      reason,
      now,
    })
    return held ?? ledger.retrieveCheckout(id)
  }
}
