import { setTimeout as pause } from "node:timers/promises"
import { isDeepStrictEqual } from "node:util"
import { container } from "@medusajs/framework"
import type { InitiatePaymentInput } from "@medusajs/framework/types"
import {
  moneyInWords,
  notAvailable,
  SETTLED_REFERENCE,
  stateOf,
  toCents,
  withoutOptional,
} from "../../modules/instalments/rules"
import type {
  CheckoutRequest,
  CheckoutRow,
  InstalmentsModuleService,
} from "../../modules/instalments/types"
import {
  CredentialsError,
  RateLimitError,
  RuleError,
  SignatureError,
  UnavailableError,
  UnexpectedAnswerError,
} from "../../modules/instalments/service-api"
import {
  checkoutReferences,
  logLine,
  messageOf,
} from "../../modules/instalments/log"
import { markCollection } from "../../workflows/ours"
import { askAboutEarlier } from "./ask-about-earlier"
import { checkoutRequest } from "./checkout-request"
import type { Parts } from "./parts"
import { readPayable } from "./payable"
import {
  refuseAmount,
  refuseByStore,
  refusePaid,
  refuseUndelivered,
} from "./refuse"

/** A creation is answered or lost within 15 s; the row is read every 100 ms. */
const CREATION_LOOKS = 150

/** Everything a browser may see of a checkout. `amount` is integer cents. */
export type SessionData = {
  reference: string
  payment_url: string | null
  presentation: "redirect" | "iframe"
  amount: number
  currency: string
  status: string
}

/**
 * Opens a checkout at the service for what a payment session pays for, a cart
 * or what an order owes: the ledger row first, then the request. The same
 * payable state gets its existing checkout; a cart with a known payment gets
 * none.
 *
 * @throws MedusaError in words for a shopper when the service gives no
 * checkout. A creation without an answer stays in the ledger: a callback may
 * still prove it.
 */
export async function openCheckout(
  parts: Parts,
  sessionId: string,
  input: InitiatePaymentInput
): Promise<SessionData> {
  const { ledger, query } = parts
  const settled = await settledCheckout(ledger, sessionId, input)
  if (settled) {
    return sessionData(ledger, settled)
  }
  const currency = input.currency_code.toUpperCase()
  const amount = toCents(input.amount, currency)
  const payable = await readPayable(query, sessionId, {
    cents: amount,
    currency,
  })
  const { fingerprints, checkout: request } = checkoutRequest(ledger.options, {
    payable,
    amount,
    currency,
    data: input.data ?? {},
  })
  await refuseAmount(ledger, amount, currency)
  refuseUndelivered(payable)
  const { cart_id } = payable
  if (cart_id) {
    await refuseByStore(parts, { cart_id, amountCents: amount, currency })
  }
  await askAboutEarlier(parts, { ...payable, fingerprints })
  await markCollection(payable.collection, container)
  const { checkout: row, isNew } = await ledger.opening.open(
    {
      amount,
      currency,
      fingerprints,
      cart_id: payable.cart_id,
      order_id: payable.order_id,
      country_code: payable.shipping_address?.country_code ?? null,
      payment_collection_id: payable.collection.id,
      source_cart_id: payable.sourceCartId,
      is_unbooked: payable.isUnbooked,
      payment_session_id: sessionId,
      success_url: request.success_url,
    },
    new Date(ledger.now())
  )
  if (isNew) {
    return sessionData(ledger, await create(parts, row, request))
  }
  refusePaid(row, { cart_id, amount, currency })
  return sessionData(ledger, await createdElsewhere(ledger, row))
}

/**
 * The paid checkout for which settling creates a session; see
 * `SETTLED_REFERENCE`.
 */
async function settledCheckout(
  ledger: InstalmentsModuleService,
  sessionId: string,
  { context }: InitiatePaymentInput
): Promise<CheckoutRow | undefined> {
  const asked = (context as Record<string, unknown> | undefined)?.[
    SETTLED_REFERENCE
  ]
  if (typeof asked !== "string") {
    return undefined
  }
  const checkout = await ledger.retrieveCheckout(asked)
  await ledger.opening.noteSession(sessionId, asked)
  return checkout
}

/**
 * Asks the service for the checkout of a new row. When it refuses, the amount
 * bands are read again, within a shopper's share of their limit: an
 * amount that has none any more is refused in words.
 */
async function create(
  parts: Parts,
  row: CheckoutRow,
  request: Omit<CheckoutRequest, "client_reference_id">
): Promise<CheckoutRow> {
  const { ledger, logger } = parts
  const { id } = row
  try {
    const created = await ask(parts, { ...request, client_reference_id: id })
    const { amount, currency, status, payment_url } = created
    const { firstLookAfter } = ledger.options.reconcile
    const isAsked = amount === row.amount && currency === row.currency
    const isInvalid = status === "invalid_payload"
    const known = await ledger.checkouts.created(id, {
      checkout_id: created.id,
      // The shopper must not pay another amount than the one requested, and can
      // pay nothing on the page of one that is invalid.
      payment_url: isAsked && !isInvalid ? payment_url : null,
      status,
      next_check_at: new Date(row.opened_at.getTime() + firstLookAfter),
    })
    if (isInvalid) {
      await ledger.checkouts.said(id, status, new Date(ledger.now()))
      throw new UnexpectedAnswerError(
        `the service calls what it was created from invalid (${status})`
      )
    }
    if (!isAsked) {
      throw new UnexpectedAnswerError(
        `asked for ${moneyInWords(row.amount, row.currency)}, the service created ${moneyInWords(amount, currency)}`
      )
    }
    return known ?? (await ledger.retrieveCheckout(id))
  } catch (error) {
    logger.error(
      logLine(
        `Instalment checkout ${id} was not created: ${messageOf(error)}`,
        checkoutReferences(row)
      )
    )
    const now = ledger.now()
    if (isCertainlyNone(error)) {
      await ledger.checkouts.refused(id, messageOf(error), new Date(now))
    } else {
      await ledger.checkouts.unanswered(id, messageOf(error))
    }
    if (error instanceof RuleError) {
      // The bands may have changed since they were read.
      await ledger.config.refresh("shopper").catch(() => null)
      await refuseAmount(ledger, row.amount, row.currency)
    }
    throw notAvailable()
  }
}

/**
 * What was refused as invalid (422) was certainly not made: it is asked for once more,
 * with the same reference, without what may have been refused and is not needed.
 */
async function ask({ ledger, logger }: Parts, request: CheckoutRequest) {
  try {
    return await ledger.client.createCheckout(request)
  } catch (error) {
    const rest = withoutOptional(request)
    const isInvalid = error instanceof RuleError && error.status === 422
    if (!isInvalid || isDeepStrictEqual(rest, request)) {
      throw error
    }
    logger.warn(
      logLine(
        `The service refused an instalment checkout, which is tried once more without names, phone number and address, and with short titles: ${messageOf(error)}`,
        { reference: request.client_reference_id }
      )
    )
    return ledger.client.createCheckout(rest)
  }
}

/**
 * Whether the service certainly made no checkout: it refused, or was not
 * reached.
 */
function isCertainlyNone(error: unknown): boolean {
  return error instanceof UnavailableError
    ? error.neverSent
    : error instanceof RuleError ||
        error instanceof SignatureError ||
        error instanceof CredentialsError ||
        error instanceof RateLimitError
}

/** Waits for the request of another tab that is creating this checkout. */
async function createdElsewhere(
  ledger: InstalmentsModuleService,
  row: CheckoutRow
): Promise<CheckoutRow> {
  let current = row
  // Counts the waits, not the time: the other process's clock may differ.
  for (let looks = 0; stateOf(current) === "creating"; looks++) {
    if (looks === CREATION_LOOKS) {
      throw notAvailable()
    }
    await pause(100)
    current = await ledger.retrieveCheckout(row.id)
  }
  refusePaid(current, current)
  if (!current.payment_url) {
    throw notAvailable()
  }
  return current
}

function sessionData(
  { options }: InstalmentsModuleService,
  checkout: CheckoutRow
): SessionData {
  return {
    reference: checkout.id,
    payment_url: checkout.payment_url,
    presentation: options.presentation,
    amount: checkout.amount,
    currency: checkout.currency,
    status: checkout.status ?? "received",
  }
}
