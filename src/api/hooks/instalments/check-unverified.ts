import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import {
  claimedReference,
  fittingScheme,
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
  header: string | string[] | undefined
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
  const fit = () => fittingScheme(received, ledger.options)
  say(
    "warn",
    "unverified",
    () => `An instalment callback was not believed: ${reason} ${fit()}`
  )
  await ledger.callbacks.countUnverified(reason).catch((error: unknown) => {
    const why = messageOf(error)
    say(
      "error",
      "uncounted",
      () => `A callback that was not believed is not counted: ${why}`
    )
  })
  const pending = await pendingCheckout(ledger, parsed)
  if (pending) {
    try {
      const checkout = await checkCheckout(container, pending, "on_demand")
      if (checkout.status === "successful") {
        logger.warn(
          `The service confirms that checkout ${pending.id} is paid, although its callback could not be verified: compare the callback options with how the service signs. ${fit()}`,
          checkout
        )
        return checkout
      }
    } catch (error) {
      const why = messageOf(error)
      say(
        "info",
        "check_waits",
        () =>
          `The check of checkout ${pending.id} after an unverified callback waits: ${why}`
      )
    }
  }
  return null

  function say(
    level: "info" | "warn" | "error",
    kind: FloodKind,
    text: () => string
  ): void {
    const line = ledger.floodLog.line(kind, text, ledger.now())
    if (line) {
      logger[level](line, { reference })
    }
  }
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
  const asked = checkout.last_checked_at?.getTime() ?? 0
  const rested = ledger.now() - asked >= checkPause(checkout.check_count)
  return rested ? checkout : undefined
}
