import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { below, refused, sealLink } from "../../modules/instalments/rules"
import type { InstalmentsOptions } from "../../modules/instalments/types"
import { readBalance, type Balance } from "./read-balance"
import { whyNoLink, type NoLink } from "./why-no-link"

/**
 * Makes a link to pay what an order owes in instalments, valid for
 * `paymentLink.validFor`. Only who made it is written: the link itself names the order.
 * The shopper pays what the order owes at that time. `amount` is what it owes
 * now, in cents.
 *
 * @throws MedusaError: not found when there is no such order; not allowed when
 * it cannot be paid in instalments, with the reason.
 */
export async function makePaymentLink(
  orderId: string,
  container: MedusaContainer
) {
  const { options, now, deeds } = container.resolve(INSTALMENTS_MODULE)
  const { balance, reason } = await readPayability(orderId, container)
  if (reason) {
    throw refused(reason.words, "instalments_no_link")
  }
  const { order_id, owed: amount, currency } = balance
  // The token has whole seconds, so the answer has the same.
  const made_at = new Date(now())
  const end = Math.floor((now() + options.paymentLink.validFor) / 1_000)
  const expires_at = new Date(end * 1_000)
  const [secret] = options.signingSecret
  const token = sealLink({ order_id, made_at, expires_at }, secret!)
  await deeds.keep()
  return { url: linkAddress(options, token), amount, currency, expires_at }
}

/**
 * Takes back all links of an order that were made before now. A payment page that one
 * has opened stays open at the service. Answers the moment.
 *
 * @throws MedusaError (not found) when there is no such order.
 */
export async function takeBackPaymentLinks(
  orderId: string,
  container: MedusaContainer
): Promise<Date> {
  const { now, links } = container.resolve(INSTALMENTS_MODULE)
  await readPayability(orderId, container)
  const at = new Date(now())
  await links.takeBack(orderId, at)
  return at
}

/**
 * What an order owes, and why that cannot be paid in instalments now (null when
 * it can).
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
      `Order ${orderId} was not found, so nothing can be paid for it.`,
      "instalments_not_found"
    )
  }
  return { balance, reason: await whyNoLink(balance, container) }
}

/** The address of a link's page: below `backendUrl`, with its path. */
export function linkAddress(
  { backendUrl }: Pick<InstalmentsOptions, "backendUrl">,
  token: string
): string {
  return below(backendUrl, `/instalments/pay/${token}`)
}
