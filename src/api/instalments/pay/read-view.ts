import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import {
  isUnconfirmed,
  offerFor,
  paymentStatus,
  unreserved,
} from "../../../modules/instalments/rules"
import type {
  CheckoutRow,
  InstalmentsModuleService,
} from "../../../modules/instalments/types"
import { readLastCheckout } from "../../../workflows/balance/open-balance-checkout"
import {
  readBalance,
  type Balance,
} from "../../../workflows/balance/read-balance"
import { whyNoLink, type NoLink } from "../../../workflows/balance/why-no-link"
import { askAbout, askAboutOthers } from "../../store/bring-up-to-date"
import type { Note, View } from "./view"

const store = z.object({ name: z.string().min(1) })

/** The shop's name, as the admin has it. */
export async function readShopName(
  container: MedusaContainer
): Promise<string | null> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "store", fields: ["name"], pagination: { take: 1 } })
  return store.safeParse(data[0]).data?.name ?? null
}

/**
 * What a link's page shows now, by Medusa's order and the ledger. `cameBack`
 * (from the payment page) proves nothing: it only makes the store check whether
 * the payment has arrived. Before the page tells that none has, another checkout
 * is asked about too.
 */
export async function readView(
  container: MedusaContainer,
  link: { order_id: string; ended: boolean },
  { cameBack }: { cameBack: boolean }
): Promise<View> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  let known = await read()
  if (known.last && (cameBack || isUnconfirmed(known.last))) {
    await askAbout(container, known.last)
    known = await read()
  }
  if (
    known.last &&
    isToldUnpaid(known.last, cameBack) &&
    (await askAboutOthers(container, known.last, { isPolled: cameBack }))
  ) {
    known = await read()
  }
  const { balance, last } = known
  if (!balance) {
    return { kind: "unknown" }
  }
  const { number, owed: amount, currency } = balance
  const reason = await whyNoLink(balance, container)
  const done = reason && (await whatIsDone(reason, last, ledger))
  if (done) {
    return { kind: done, number }
  }
  if (cameBack && last?.payment_url && paymentStatus(last) === "pending") {
    return { kind: "waiting", number }
  }
  if (link.ended) {
    return { kind: "ended" }
  }
  if (reason?.kind === "authorised") {
    const amount = Math.max(0, unreserved(balance))
    if (amount === 0 && last?.outcome === "returned") {
      return { kind: "returned", number }
    }
    return { kind: "elsewhere", number, amount, currency }
  }
  if (reason) {
    return { kind: "not_here", number, amount, currency }
  }
  const month = await monthOf(balance, ledger)
  const note = noteOf(last, cameBack)
  return { kind: "payable", number, amount, currency, month, note }

  async function read() {
    const balance = await readBalance(link.order_id, container)
    const last = balance && (await readLastCheckout(ledger, balance))
    return { balance, last: last ?? null }
  }
}

/**
 * Before a payment page is handed out, checks whether the last checkout, or
 * another one that is open, also of the order's cart, was paid and its callback lost.
 */
export async function askAboutEarlier(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const balance = await readBalance(orderId, container)
  const last = balance && (await readLastCheckout(ledger, balance))
  if (last) {
    // Also one that can be paid as far as is known: it may be over, and nobody told.
    await askAbout(container, last)
  }
  const { id } = last ?? {}
  await askAboutOthers(container, { id, order_id: orderId, cart_id: null })
}

async function whatIsDone(
  reason: NoLink,
  last: CheckoutRow | null,
  ledger: InstalmentsModuleService
) {
  const returned = last?.outcome === "returned" ? "returned" : null
  switch (reason.kind) {
    case "arrived": {
      const arrived = await ledger.retrieveCheckout(reason.reference)
      if (isUnconfirmed(arrived)) {
        return "waiting"
      }
      return arrived.outcome === "open" ? "recording" : "held"
    }
    case "nothing_owed": {
      if (last?.outcome !== "placed") {
        return returned ?? reason.kind
      }
      const back = await ledger.returns.onItsWay(last.id)
      return back >= last.amount ? "refunded" : "paid"
    }
    case "cancelled":
      return returned ?? reason.kind
    case "draft":
      return reason.kind
    default:
      return null
  }
}

function noteOf(last: CheckoutRow | null, cameBack: boolean): Note | null {
  if (last?.outcome === "returned") {
    return "returned"
  }
  if (cameBack && last?.outcome === "placed") {
    return "arrived"
  }
  return last && isOver(last, cameBack) ? "not_completed" : null
}

function isOver(last: CheckoutRow, cameBack: boolean): boolean {
  const status = paymentStatus(last)
  return status === "cancelled" || (cameBack && status === "expired")
}

/** Whether the page would say that the last payment is over, or still waits for it. */
function isToldUnpaid(last: CheckoutRow, cameBack: boolean): boolean {
  return (
    isOver(last, cameBack) || (cameBack && paymentStatus(last) === "pending")
  )
}

async function monthOf(
  { owed: amountCents, currency }: Balance,
  { config, options }: InstalmentsModuleService
) {
  const rules = await config.rules()
  const { terms } = offerFor({ amountCents, currency, options, rules })
  const best = terms.at(-1)
  const [amount] = best?.payments_cents ?? []
  return best && amount !== undefined && best.number_of_payments > 1
    ? { payments: best.number_of_payments, amount }
    : null
}
