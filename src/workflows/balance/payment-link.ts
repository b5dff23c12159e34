import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { below, sealLink } from "../../modules/instalments/rules"
import type { InstalmentsOptions } from "../../modules/instalments/types"
import { readBalance, type Balance } from "./read-balance"
import { whyNoLink, type NoLink } from "./why-no-link"

/**
 * Makes a link by which what an order owes can be paid in instalments, for the
 * time of `paymentLink.validFor`. Nothing is written: the link holds what it is of.
 * What is paid by it is what the order owes then. `amount` is cents, now.
 *
 * @throws MedusaError: not found when there is no such order; not allowed when
 * it cannot be paid in instalments, with the reason.
 */
export async function makePaymentLink(
  orderId: string,
  container: MedusaContainer
) {
  const { options, now } = container.resolve(INSTALMENTS_MODULE)
  const { balance, reason } = await readPayability(orderId, container)
  if (reason) {
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, reason.words)
  }
  const { order_id, owed: amount, currency } = balance
  // The token counts in seconds, and the answer says what the token does.
  const end = Math.floor((now() + options.paymentLink.validFor) / 1_000)
  const expires_at = new Date(end * 1_000)
  const token = sealLink({ order_id, expires_at }, options.signingSecret)
  return { url: linkAddress(options, token), amount, currency, expires_at }
}

/**
 * What an order owes, and why that cannot be paid in instalments now: null when it
 * can.
 *
 * @throws MedusaError (not found) when there is no such order.
 */
export async function readPayability(
  orderId: string,
  container: MedusaContainer
): Promise<{ balance: Balance; reason: NoLink | null }> {
  const balance = await readBalance(orderId, container)
  if (!balance) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `Order ${orderId} was not found, so nothing can be paid for it.`
    )
  }
  return { balance, reason: await whyNoLink(balance, container) }
}

/** The page of a link: below `backendUrl`, whose own path is kept. */
export function linkAddress(
  { backendUrl }: Pick<InstalmentsOptions, "backendUrl">,
  token: string
): string {
  return below(backendUrl, `/instalments/pay/${token}`)
}
