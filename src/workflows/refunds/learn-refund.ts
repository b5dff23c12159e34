import {
  checkAfterEnd,
  refundCheckPause,
  serviceStatus,
  WITHOUT_BOOKS,
} from "../../modules/instalments/rules"
import type {
  InstalmentsModuleService,
  RefundRequestRow,
} from "../../modules/instalments/types"
import { countRefundRequest } from "../../modules/instalments/log"

/**
 * Writes what the service says of a refund request and when to ask again.
 * `complete` after `failed` is believed; `failed` after `complete` is held for
 * a person: money was said to be back.
 */
export async function learnRefund(
  ledger: InstalmentsModuleService,
  row: RefundRequestRow,
  word: string
): Promise<RefundRequestRow> {
  const { id, looks, undone_at } = row
  const now = ledger.now()
  const { status } = serviceStatus(word)
  const bookless = status === "complete" && undone_at !== null
  const said = await ledger.refunds.said(id, word, {
    looks: looks + 1,
    ...(bookless ? { held_reason: WITHOUT_BOOKS } : {}),
    ...nextCheck(row, status, now),
  })
  if (said) {
    countRefundRequest(row, said)
    return said
  }
  if (row.status !== "complete") {
    // Learnt by somebody else while this word was on its way.
    return ledger.retrieveRefundRequest(id)
  }
  const held_reason = `The service said complete and now says ${word}. Ask its support.`
  const contradicted = await ledger.refunds.contradicted(id, word, held_reason)
  return contradicted ?? row
}

function nextCheck(
  row: RefundRequestRow,
  status: RefundRequestRow["status"],
  now: number
): Pick<RefundRequestRow, "finished_at" | "look_after"> {
  if (status !== "complete" && status !== "failed") {
    const look_after = new Date(now + refundCheckPause(row.looks + 1))
    return { finished_at: null, look_after }
  }
  const known = row.status === status ? row.finished_at : null
  const ended = known?.getTime() ?? now
  const look = checkAfterEnd(now - ended)
  return {
    finished_at: new Date(ended),
    look_after: look === null ? null : new Date(ended + look),
  }
}
