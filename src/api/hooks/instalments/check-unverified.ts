import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import {
  claimedReference,
  fittingScheme,
} from "../../../modules/instalments/service-api"
import type {
  CheckoutRow,
  InstalmentsModuleService,
  ReadCallback,
} from "../../../modules/instalments/types"
import { checkPause, isPending } from "../../../modules/instalments/rules"
import { log, messageOf } from "../../../modules/instalments/log"
import { checkCheckout } from "../../../workflows/check-checkout"
import { countUnbelieved, sayInFloods } from "./unbelieved"

/** A callback as it was read, and its `X-Signature`. */
type Received = ReadCallback & { header: string | string[] | undefined }

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
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const reference = claimedReference(received.parsed)
  const fit = () => fittingScheme(received, ledger.options)
  sayInFloods(container, {
    level: "warn",
    kind: "unverified",
    text: () => `An instalment callback was not believed: ${reason} ${fit()}`,
    reference,
  })
  const isCounted = await countUnbelieved(container, reason)
  const pending = isCounted && (await pendingCheckout(ledger, reference))
  if (pending) {
    try {
      const checkout = await checkCheckout(container, pending, "on_demand")
      if (checkout.status === "successful") {
        log(container).warn(
          `The service confirms that checkout ${pending.id} is paid, although its callback could not be verified: compare the callback options with how the service signs. ${fit()}`,
          checkout
        )
        return checkout
      }
    } catch (error) {
      sayInFloods(container, {
        level: "info",
        kind: "check_waits",
        text: () =>
          `The check of checkout ${pending.id} after an unverified callback waits: ${messageOf(error)}`,
        reference,
      })
    }
  }
  return null
}

async function pendingCheckout(
  ledger: InstalmentsModuleService,
  id: string | undefined
): Promise<CheckoutRow | undefined> {
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
