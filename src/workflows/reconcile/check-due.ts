import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  AskedRecentlyError,
  isNotFound,
  RateLimitError,
} from "../../modules/instalments/service-api"
import {
  CALLBACKS_OVER_MS,
  isUnconfirmed,
  nextCheck,
  nextCheckIn,
} from "../../modules/instalments/rules"
import { log, messageOf } from "../../modules/instalments/log"
import type {
  CheckoutRow,
  InstalmentsModuleService,
} from "../../modules/instalments/types"
import { emitStatusEvents } from "../emit-status-events"
import { settleOne } from "./settle-due"

const A_RUN = 10
const HOUR_MS = 3_600_000
const BY_ID = "GET /api/checkouts/:id"

/**
 * Checks due checkouts by id while the limit allows it: first those that a
 * shopper waits for, then those that were never checked. A paid one is settled before
 * the next one is checked.
 */
export async function checkDue(container: MedusaContainer): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  for (const checkout of await ledger.due.byId(ledger.now(), A_RUN)) {
    try {
      await ledger.limits.waitBriefly(BY_ID, "background")
      const { checkout: asked, news } = await ledger.learning.check(
        checkout,
        "background",
        0
      )
      await learnt(container, asked, news)
      // As it was read: a callback may have asked for a check meanwhile.
      const { next_check_at } = checkout
      await planNextCheck(ledger, { ...asked, next_check_at })
    } catch (error) {
      if (error instanceof AskedRecentlyError) {
        continue
      }
      if (error instanceof RateLimitError) {
        return
      }
      log(container).warn(
        `Instalment checkout ${checkout.id} was not looked at: ${messageOf(error)}`,
        checkout
      )
      // "Not found" proves nothing about a payment of what the service created, and a
      // person is told: it may be of another account by now. To a callback that says
      // paid after a cancellation it is no answer either, for a while.
      if (isNotFound(error) && !isToBeConfirmed(checkout, ledger)) {
        const unknown_at = new Date(ledger.now())
        await planNextCheck(
          ledger,
          { ...checkout, unknown_at },
          { givenUp: isUnconfirmed(checkout) }
        )
      } else {
        await planCheckAfterSilence(ledger, checkout)
      }
    }
  }
}

function isToBeConfirmed(
  checkout: CheckoutRow,
  { now }: InstalmentsModuleService
): boolean {
  const since = checkout.poll_requested_at?.getTime() ?? 0
  return isUnconfirmed(checkout) && now() - since < CALLBACKS_OVER_MS
}

/**
 * Emits the events of what was learnt, and settles the checkout when it is
 * paid.
 */
export async function learnt(
  container: MedusaContainer,
  checkout: CheckoutRow,
  news: boolean
): Promise<void> {
  if (!news) {
    return
  }
  await emitStatusEvents(container.resolve(INSTALMENTS_MODULE), checkout)
  if (checkout.status === "successful" && checkout.outcome === "open") {
    await settleOne(checkout, container)
  }
}

/** Sets when an unpaid checkout is checked next, or closes it. */
export async function planNextCheck(
  { checkouts, checks, now }: InstalmentsModuleService,
  checkout: CheckoutRow,
  waiting?: { givenUp: boolean }
): Promise<void> {
  const next = nextCheck(checkout, now())
  if (next !== "over") {
    await checks.checkAgain(checkout, next, waiting)
  } else if (!(await checkouts.closed(checkout.id, new Date(now())))) {
    await checks.checkAgain(checkout, null)
  }
}

/** Due again as usual, but within an hour, and never abandoned. */
async function planCheckAfterSilence(
  { checks, now }: InstalmentsModuleService,
  checkout: CheckoutRow
): Promise<void> {
  const age = now() - checkout.opened_at.getTime()
  const pause = Math.min(nextCheckIn(age), HOUR_MS)
  await checks.checkAgain(checkout, new Date(now() + pause))
}
