import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  RateLimitError,
  RuleError,
} from "../../modules/instalments/client/errors"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { tellNews } from "../tell-news"
import { dueFilter } from "./due-checkouts"
import { lookedAt, notLookedAt } from "./looked-at"
import { PATIENCE_MS } from "./patience"
import { messageOf } from "../../modules/instalments/message-of"
import {
  checkoutReferences,
  logLine,
} from "../../modules/instalments/telemetry/references"

const A_RUN = 10
const BY_ID = "GET /api/checkouts/:id"

/** Asks for the oldest due checkouts by id, while the limit leaves room. */
export async function lookByIds(container: MedusaContainer): Promise<void> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const due = await ledger.listCheckouts(
    { ...dueFilter(ledger), checkout_id: { $ne: null } },
    { take: A_RUN, order: { opened_at: "ASC" } }
  )
  for (const checkout of due) {
    const { id } = checkout
    try {
      await ledger.limits.waitBriefly(BY_ID, "background", PATIENCE_MS)
      const asked = await ledger.askService(checkout, "background")
      if (asked.news) {
        await tellNews(ledger, asked.checkout)
      }
      await lookedAt(ledger, asked.checkout)
    } catch (error) {
      if (error instanceof RateLimitError) {
        return
      }
      // One that fails never stops the others.
      logger.warn(
        logLine(
          `Instalment checkout ${id} was not looked at: ${messageOf(error)}`,
          checkoutReferences(checkout)
        )
      )
      // "Not found" is an answer; silence proves nothing about the payment.
      const answered = error instanceof RuleError
      await (answered ? lookedAt : notLookedAt)(ledger, checkout)
    }
  }
}
