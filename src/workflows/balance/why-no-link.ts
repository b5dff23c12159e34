import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  list,
  moneyInWords,
  offerFor,
  rangeInWords,
  PROVIDER_ID,
} from "../../modules/instalments/rules"
import type { InstalmentsModuleService } from "../../modules/instalments/types"
import { CART_MARK } from "../medusa-repairs/marked-orders"
import {
  arrivedPayment,
  readLinkedOrder,
  type LinkedOrder,
} from "./arrived-payment"
import type { Balance } from "./read-balance"

/** Why what an order owes cannot be paid in instalments now. */
export type NoLink = {
  /** For the merchant: the reason, and what to do. */
  words: string
} & (
  | {
      kind: "arrived"
      /** The payment's row, of what the order owes or of its cart. */
      reference: string
    }
  | {
      kind:
        | "draft"
        | "cancelled"
        | "left"
        | "nothing_owed"
        | "currency"
        | "no_email"
        | "region"
        | "authorised"
        | "amount"
    }
)

/** It holds no money, so what is only noted by it can be cancelled. */
export const MANUAL_PROVIDER = "pp_system_default"

/** Core may leave the cart linked to an order that it has deleted. */
const orderOfCart = z.object({
  order: z.object({ display_id: z.number() }).nullish(),
})
const region = z.object({
  payment_providers: list(
    z.object({ id: z.string(), is_enabled: z.boolean() })
  ),
})

/**
 * Why what an order owes cannot be paid in instalments now; null when it can.
 * The most important reason is answered.
 */
export async function whyNoLink(
  balance: Balance,
  container: MedusaContainer
): Promise<NoLink | null> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const { number, display_id, currency } = balance
  if (balance.is_draft) {
    return no(
      "draft",
      `Order ${number} is a draft. Convert it to an order, then make the link.`
    )
  }
  if (balance.is_cancelled) {
    return no(
      "cancelled",
      `Order ${number} is cancelled. Nothing can be paid for it.`
    )
  }
  const order = await readLinkedOrder(balance.order_id, container)
  if (!order) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `Order ${balance.order_id} was not found, so nothing can be paid for it.`,
      "instalments_not_found"
    )
  }
  const reference = await arrivedPayment(order, ledger)
  if (reference) {
    const words = `A payment of order ${number} has arrived and is not booked yet. Look at checkout ${reference} before more is asked for.`
    return { kind: "arrived", reference, words }
  }
  if (await isLeft(order, display_id, container)) {
    return no(
      "left",
      `Order ${number} was left unfinished by a process that stopped: its cart can still be paid, or became another order. Cancel order ${number}.`
    )
  }
  if (balance.owed === 0) {
    return no(
      "nothing_owed",
      `Order ${number} owes nothing. A link can be made when it owes something, after an edit for example.`
    )
  }
  if (currency !== ledger.options.currency) {
    return no(
      "currency",
      `Order ${number} is in ${currency}, and instalments are paid in ${ledger.options.currency}. Ask for the money in another way.`
    )
  }
  if (!order.email) {
    return no(
      "no_email",
      `Order ${number} has no e-mail address, which instalments need. Give it one, then make the link.`
    )
  }
  return (
    (await whyNotByProvider(balance, container)) ??
    whyNotAmount(balance, ledger)
  )
}

/**
 * Whether a completion that was killed left this order, and its cart still has to
 * become one or became another: the shopper would pay both. It is not rolled back
 * once a merchant has edited it. A copy that the shop made of a cart's order has the
 * mark too, and a higher number.
 */
async function isLeft(
  { cart, metadata, transactions }: LinkedOrder,
  display_id: number,
  container: MedusaContainer
): Promise<boolean> {
  const cart_id = metadata?.[CART_MARK]
  if (cart || !cart_id || transactions.length > 0) {
    return false
  }
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order_cart",
      fields: ["order.display_id"],
      filters: { cart_id },
    })
  const placed = z
    .array(orderOfCart)
    .parse(data)
    .find(({ order }) => order)?.order
  return !placed || placed.display_id > display_id
}

async function whyNotByProvider(
  { number, region_id, authorizations }: Balance,
  container: MedusaContainer
): Promise<NoLink | null> {
  const regions = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "region",
      fields: ["payment_providers.id", "payment_providers.is_enabled"],
      filters: { id: region_id ?? "none" },
    })
  const providers = regions.data.flatMap(
    (found) => region.parse(found).payment_providers
  )
  if (!providers.some((one) => one.id === PROVIDER_ID && one.is_enabled)) {
    return no(
      "region",
      `Instalments are not enabled in the region of order ${number}. Enable them in the region's settings, then make the link.`
    )
  }
  // Core cancels an authorised payment when another one is requested, and forgets a
  // deferred one: its money would come and not be booked.
  const deferred = authorizations.find((one) => one.is_deferred)
  if (deferred) {
    return no(
      "authorised",
      `Order ${number} has a payment that is under way (${deferred.provider_id}), as a bank debit is for days. Wait for it. If it has failed, press "Check status" in the order's payments: then the link can be made.`
    )
  }
  const authorised = authorizations.find(
    (one) => one.provider_id !== MANUAL_PROVIDER
  )
  return authorised
    ? no(
        "authorised",
        `Order ${number} has a payment that is authorised and not captured (${authorised.provider_id}). Capture it, or have it cancelled by its provider, then make the link.`
      )
    : null
}

async function whyNotAmount(
  { number, owed, currency }: Balance,
  { config, options }: InstalmentsModuleService
): Promise<NoLink | null> {
  const rules =
    (await config.rules()) ??
    (await config.refresh("shopper").catch(() => null))
  const offer = offerFor({ amountCents: owed, currency, options, rules })
  // Without bands, the service decides about the amount.
  if (!rules || offer.eligible) {
    return null
  }
  return no(
    "amount",
    `Order ${number} owes ${moneyInWords(owed, currency)}, and instalments are offered for ${rangeInWords(rules, currency)}. Ask for the money in another way.`
  )
}

function no(kind: Exclude<NoLink["kind"], "arrived">, words: string): NoLink {
  return { kind, words }
}
