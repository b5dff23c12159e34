import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type { RefundRequestRow } from "../../modules/instalments/ledger/rows"
import {
  judgeDoubt,
  type Sighting,
} from "../../modules/instalments/refunds/judge-doubt"
import {
  logLine,
  refundReferences,
} from "../../modules/instalments/telemetry/references"
import { countRefundRequest } from "../../modules/instalments/telemetry/counting"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { announce } from "./announce"
import { moneyInWords } from "../../modules/instalments/domain/money"

/**
 * Ends the doubt about one refund request after a complete reading of the
 * service's list: adopted when it was found, sent again when it is certainly
 * absent, held when several are alike. Entries can move between the pages of a
 * longer list, so absence needs two readings then.
 */
export async function settleDoubt(
  container: MedusaContainer,
  row: RefundRequestRow,
  reading: {
    alike: RefundRequestRow[]
    seen: Sighting[]
    begunAt: Date
    onePage: boolean
  }
): Promise<void> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const { id } = row
  const now = new Date(ledger.now())
  const judged = judgeDoubt(row, reading)
  if (judged.verdict === "found") {
    const { sighting } = judged
    const found = await ledger.refunds.answered(row, {
      refund_request_id: sighting.id,
      word: sighting.status,
      look_after: now,
    })
    if (found) {
      countRefundRequest(row, found)
      await announce(container, row, found)
    }
  } else if (judged.verdict === "several") {
    const held_reason = `The answer to this refund request was lost, and the service lists several alike (${moneyInWords(row.amount, row.currency)}, around ${row.sent_at?.toISOString()}). Ask its support which of them belongs to checkout ${row.checkout_id}.`
    const { looks } = row
    await ledger.refunds.doubted(row, { looks, held_reason, look_after: null })
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(
        logLine(
          `Refund request ${id} is held: ${held_reason}`,
          refundReferences(row)
        )
      )
  } else if (
    judged.verdict === "absent" &&
    (reading.onePage || row.looks > 0)
  ) {
    const absent = await ledger.refunds.absent(row, now)
    if (absent) {
      countRefundRequest(row, absent)
    }
  } else {
    const looks = judged.verdict === "absent" ? row.looks + 1 : row.looks
    await ledger.refunds.doubted(row, { looks, look_after: now })
  }
}
