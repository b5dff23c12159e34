import type { IncomingHttpHeaders } from "node:http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import {
  claimedReference,
  NOT_VERIFIED,
  observeCallback,
} from "../../../modules/instalments/service-api"
import type {
  CheckoutRow,
  FloodKind,
  InstalmentsModuleService,
  ParsedCallback,
} from "../../../modules/instalments/types"
import { checkPause, isPending } from "../../../modules/instalments/rules"
import { log, messageOf } from "../../../modules/instalments/log"
import { checkCheckout } from "../../../workflows/check-checkout"

/** A callback as it came, and what it claims. */
export type Received = {
  rawBody: Buffer
  headers: IncomingHttpHeaders
  parsed: ParsedCallback
}

/**
 * A callback that cannot be verified is never believed. If it names one of our
 * pending checkouts, that one is checked at once, within the share that such
 * checks have of the service's limit: what the service says is proof. Answers the
 * checkout that is proven paid by this; else null, and one more in a count.
 * Anybody can send these in floods, so no line of the log is written for each.
 */
export async function checkUnverified(
  container: MedusaContainer,
  received: Received,
  reason: string
): Promise<CheckoutRow | null> {
  const { parsed } = received
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const logger = log(container)
  const reference = claimedReference(parsed)
  say(
    "warn",
    "unverified",
    `An instalment callback was not believed: ${reason}`
  )
  const pending = await pendingCheckout(ledger, parsed)
  if (pending) {
    try {
      const checkout = await checkCheckout(container, pending, "on_demand")
      const advice = await learn(ledger, received, checkout)
      if (checkout.status === "successful") {
        logger.warn(
          `The service confirms that checkout ${pending.id} is paid, although its callback could not be verified: compare the callback options with how the service signs. ${advice}`,
          checkout
        )
        return checkout
      }
    } catch (error) {
      const why = messageOf(error)
      say(
        "info",
        "check_waits",
        `The check of checkout ${pending.id} after an unverified callback waits: ${why}`
      )
    }
  }
  await ledger.callbacks.countUnverified(reason).catch((error: unknown) => {
    const why = messageOf(error)
    say(
      "error",
      "uncounted",
      `A callback that was not believed is not counted: ${why}`
    )
  })
  return null

  function say(
    level: "info" | "warn" | "error",
    kind: FloodKind,
    text: string
  ): void {
    const line = ledger.floodLog.line(kind, text, ledger.now())
    if (line) {
      logger[level](line, { reference })
    }
  }
}

/**
 * What to do about the signature, when the service has confirmed what the callback
 * said. Only then: nobody else can make the store look at what he sends.
 */
async function learn(
  ledger: InstalmentsModuleService,
  { parsed, rawBody, headers }: Received,
  { id, status }: CheckoutRow
): Promise<string> {
  const isConfirmed = parsed.understood && parsed.callback.status === status
  if (!isConfirmed) {
    return ""
  }
  const advice = await ledger.callbacks
    .learnScheme(rawBody, headers["x-signature"])
    .catch(messageOf)
  const message = { headers, body: rawBody.toString("utf8") }
  const observed = observeCallback(message, `${NOT_VERIFIED}. ${advice}`)
  await ledger.checkouts.observedCallback(id, observed).catch(() => undefined)
  return advice
}

async function pendingCheckout(
  ledger: InstalmentsModuleService,
  parsed: ParsedCallback
): Promise<CheckoutRow | undefined> {
  const id = claimedReference(parsed)
  if (!id) {
    return undefined
  }
  const [checkout] = await ledger.listCheckouts({ id }).catch(() => [])
  if (!checkout || !isPending(checkout.status)) {
    return undefined
  }
  const asked = checkout.asked_at?.getTime() ?? 0
  const rested = ledger.now() - asked >= checkPause(checkout.asks)
  return rested ? checkout : undefined
}
