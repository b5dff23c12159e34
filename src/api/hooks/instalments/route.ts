import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import {
  asAttributes,
  countCallback,
  log,
  messageOf,
  traced,
} from "../../../modules/instalments/log"
import {
  fillTemplate,
  InstalmentsEvents,
} from "../../../modules/instalments/rules"
import {
  claimedReference,
  PROBE,
  readCallback,
  verifySignature,
} from "../../../modules/instalments/service-api"
import type {
  CallbackResult,
  CheckoutRow,
  InstalmentsModuleService,
  ReadCallback,
  Recorded,
  ReturningShopper,
} from "../../../modules/instalments/types"
import { checkCheckout } from "../../../workflows/check-checkout"
import { settleCheckout } from "../../../workflows/settle"
import { checkUnverified } from "./check-unverified"
import { refuseUnread, sayInFloods, TOO_LONG } from "./unbelieved"

const PROBED = "The callback carries no X-Signature header."

/**
 * The service's callback (Events in the API specification): verify, record,
 * settle, answer 2xx. Not verified: 401 and a log line. Not recorded: 503, so
 * that the service sends it again.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse) {
  const rawBody = Buffer.from(
    (req.rawBody as Buffer | string | undefined) ?? ""
  )
  if (rawBody.equals(Buffer.from(PROBE))) {
    res.status(401).json({ message: PROBED })
    return
  }
  const callback = readCallback(rawBody, req.headers["content-encoding"])
  if (!callback) {
    await refuseUnread(req, res, TOO_LONG)
    return
  }
  const reference = claimedReference(callback.parsed)
  await traced(
    "instalments.callback",
    asAttributes({ reference }),
    async (span) => {
      const result = await answer(req, res, callback)
      span.setAttribute("instalments.callback.result", result)
      countCallback(result)
    }
  )
}

async function answer(
  req: MedusaRequest,
  res: MedusaResponse,
  callback: ReadCallback
): Promise<CallbackResult> {
  const logger = log(req.scope)
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const references = { reference: claimedReference(callback.parsed) }
  const received = { ...callback, header: req.headers["x-signature"] }
  const scheme = ledger.options.callback
  const verdict = verifySignature({ ...received, scheme })
  if (!verdict.verified) {
    const paid = await checkUnverified(req.scope, received, verdict.reason)
    if (paid) {
      res.status(200).json({ redirect_url: redirectUrl(ledger, paid) })
      return "unverified_confirmed"
    }
    res.status(401).json({ message: verdict.reason })
    return "unverified"
  }
  let recorded: Recorded
  try {
    await ledger.reach.check()
    recorded = await ledger.callbacks.record(callback)
  } catch (error) {
    logger.error(
      `An instalment callback could not be recorded: ${messageOf(error)}`,
      references
    )
    res.status(503).json({ message: "Not recorded. Send it again." })
    return "unrecorded"
  }
  if (recorded.next === "nothing" && recorded.held_reason) {
    sayInFloods(req.scope, {
      level: "error",
      kind: "held",
      text: () =>
        `An instalment callback is kept and held: ${recorded.held_reason}`,
      ...references,
    })
  }
  const paid = await followUp(req.scope, recorded)
  res.status(200).json(paid ? { redirect_url: redirectUrl(ledger, paid) } : {})
  return resultOf(recorded)
}

/**
 * Does what a recorded callback asks for, within the time budget: what takes
 * longer goes on alone, and what fails is taken up by the reconcile job. Never
 * throws: the callback is durable already. Answers the paid checkout, if any.
 */
async function followUp(
  container: MedusaContainer,
  recorded: Recorded
): Promise<ReturningShopper | null> {
  if (recorded.next === "nothing") {
    return null
  }
  if (recorded.next === "settled") {
    return recorded.checkout
  }
  const { next, checkout } = recorded
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const logger = log(container)
  const work = act().catch((error: unknown) => {
    logger.error(
      `The callback of instalment checkout ${checkout.id} is recorded, but ${next} failed: ${messageOf(error)}`,
      checkout
    )
    return checkout
  })
  const done = await withinBudget(work, ledger.options.callback.settleBudgetMs)
  const known = done ?? checkout
  const isPaid = next === "settle" || known.status === "successful"
  return isPaid ? known : null

  async function act(): Promise<CheckoutRow> {
    if (next === "cancelled") {
      const { id } = checkout
      await ledger.events.emit(InstalmentsEvents.CHECKOUT_CANCELLED, { id })
      return checkout
    }
    if (next === "confirm") {
      return checkCheckout(container, checkout, "on_demand")
    }
    return settleCheckout(checkout, container)
  }
}

async function withinBudget<T>(work: Promise<T>, ms: number) {
  let timer: NodeJS.Timeout | undefined
  const budget = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  return Promise.race([work, budget]).finally(() => clearTimeout(timer))
}

function resultOf(recorded: Recorded): CallbackResult {
  if (recorded.next === "nothing") {
    return recorded.held_reason ? "held" : "nothing_new"
  }
  return recorded.next === "settled" ? "duplicate" : recorded.next
}

/**
 * Where the shopper's browser goes after paying: to the order's page once a cart's
 * order is there, else to where the checkout was opened to return to.
 */
function redirectUrl(
  { options }: InstalmentsModuleService,
  checkout: ReturningShopper
): string {
  const values = {
    cart_id: checkout.cart_id ?? "",
    country_code: checkout.country_code ?? "",
  }
  const { orderUrl, successUrl } = options.storefront
  return checkout.order_id && checkout.cart_id
    ? fillTemplate(orderUrl, { ...values, order_id: checkout.order_id })
    : (checkout.success_url ?? fillTemplate(successUrl, values))
}
