import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type { RefundRequestRow } from "../../modules/instalments/ledger/rows"
import {
  judgeDoubt,
  type Sighting,
} from "../../modules/instalments/refunds/judge-doubt"
import { serviceStatus } from "../../modules/instalments/refunds/send-refund"
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
    const adopted = await ledger.updateRefundRequests({
      id,
      ...serviceStatus(sighting.status),
      refund_request_id: sighting.id,
      last_error: null,
      looks: 0,
      look_after: now,
    })
    countRefundRequest(row, adopted)
    await announce(container, row, adopted)
  } else if (judged.verdict === "several") {
    const held_reason = `The answer to this refund request was lost, and the service lists several alike (${moneyInWords(row.amount, row.currency)}, around ${row.sent_at?.toISOString()}). Ask its support which of them belongs to checkout ${row.checkout_id}.`
    await ledger.updateRefundRequests({ id, held_reason, look_after: null })
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
    countRefundRequest(row, { ...row, status: "scheduled" })
    await ledger.updateRefundRequests({
      id,
      status: "scheduled",
      looks: 0,
      send_after: now,
    })
  } else {
    const looks = judged.verdict === "absent" ? row.looks + 1 : row.looks
    await ledger.updateRefundRequests({ id, looks, look_after: now })
  }
}
