import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  AskedRecentlyError,
  RateLimitError,
  RuleError,
} from "../../modules/instalments/service-api"
import { nextLook, nextLookIn } from "../../modules/instalments/rules"
import { log, messageOf } from "../../modules/instalments/log"
import type {
  CheckoutRow,
  InstalmentsModuleService,
} from "../../modules/instalments/types"
import { tellNews } from "../tell-news"
import { settleOne } from "./settle-due"

const A_RUN = 10
const HOUR_MS = 3_600_000
const BY_ID = "GET /api/checkouts/:id"

/**
 * So long a run waits for a limit by the minute, which is free again only a
 * little later than a run a minute begins: otherwise every second run would
 * come too early and ask nothing.
 */
export const LIMIT_WAIT_MS = 20_000

/**
 * Asks for due checkouts by id while the limit leaves room: those first for
 * which a shopper waits, then the oldest. What is paid is settled before the
 * next one is asked about.
 */
export async function askDue(container: MedusaContainer): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  for (const checkout of await ledger.due.byId(ledger.now(), A_RUN)) {
    try {
      await ledger.limits.waitBriefly(BY_ID, "background", LIMIT_WAIT_MS)
      const { checkout: asked, news } = await ledger.learning.ask(
        checkout,
        "background",
        0
      )
      await learnt(container, asked, news)
      await planNextLook(ledger, asked)
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
      // "Not found" is an answer; silence proves nothing about the payment.
      if (error instanceof RuleError) {
        await planNextLook(ledger, checkout)
      } else {
        await planLookAfterSilence(ledger, checkout)
      }
    }
  }
}

/** Tells of what was learnt of a checkout, and settles it when it is paid. */
export async function learnt(
  container: MedusaContainer,
  checkout: CheckoutRow,
  news: boolean
): Promise<void> {
  if (!news) {
    return
  }
  await tellNews(container.resolve(INSTALMENTS_MODULE), checkout)
  if (checkout.status === "successful" && checkout.outcome === "open") {
    await settleOne(checkout, container)
  }
}

/** Notes when a checkout that is not paid is looked at again, or closes it. */
export async function planNextLook(
  { checkouts, now }: InstalmentsModuleService,
  checkout: CheckoutRow
): Promise<void> {
  const next = nextLook(checkout, now())
  if (next !== "over") {
    await checkouts.lookAgain(checkout, next)
  } else if (!(await checkouts.closed(checkout.id, new Date(now())))) {
    await checkouts.lookAgain(checkout, null)
  }
}

/** Due again at the age it would be, within an hour, and never abandoned. */
async function planLookAfterSilence(
  { checkouts, now }: InstalmentsModuleService,
  checkout: CheckoutRow
): Promise<void> {
  const age = now() - checkout.opened_at.getTime()
  const pause = Math.min(nextLookIn(age), HOUR_MS)
  await checkouts.lookAgain(checkout, new Date(now() + pause))
}
