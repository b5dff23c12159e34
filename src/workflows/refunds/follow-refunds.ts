import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { log, messageOf } from "../../modules/instalments/log"
import {
  checkAfterEnd,
  refundCheckPause,
  serviceAmount,
  serviceStatus,
  THERE,
  whyCompleteIsHeld,
} from "../../modules/instalments/rules"
import { RateLimitError } from "../../modules/instalments/service-api"
import type {
  InstalmentsModuleService,
  RefundRequestRow,
  SaidOfRefund,
  Urgency,
} from "../../modules/instalments/types"
import { announce } from "./announce"

/** So many refund requests are asked after by id in one run. */
const FETCHES_A_RUN = 30
/** Those that the service has, and can be asked about. */
const KNOWN_THERE = { status: [...THERE], refund_request_id: { $ne: null } }

/** Asks after the refund requests that are under way and due for a look. */
export async function followRefunds(container: MedusaContainer): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  for (const row of await ledger.dueRefunds.toFollow(FETCHES_A_RUN)) {
    try {
      await askAfter(container, row, "background")
    } catch (error) {
      if (error instanceof RateLimitError) {
        return
      }
      // One that fails never stops the others.
      log(container).warn(
        `Refund request ${row.id} was not asked after: ${messageOf(error)}`,
        row
      )
      const pause = refundCheckPause(row.check_count + 1)
      await ledger.refunds.looked(row, new Date(ledger.now() + pause))
    }
  }
}

/**
 * Asks the service about the refund requests of one checkout now, whether they
 * are due or not.
 *
 * @throws ServiceError; `RateLimitError` says when it may be asked again.
 */
export async function followRefundsOf(
  container: MedusaContainer,
  reference: string
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const known = await ledger.listRefundRequests(
    { reference, ...KNOWN_THERE },
    { take: FETCHES_A_RUN, order: { created_at: "DESC" } }
  )
  for (const row of known) {
    await askAfter(container, row, "on_demand")
  }
}

async function askAfter(
  container: MedusaContainer,
  row: RefundRequestRow,
  urgency: Urgency
) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const id = String(row.refund_request_id)
  const answer = await ledger.client.fetchRefund(id, urgency)
  await learnRefund(container, row, answer)
}

/**
 * Writes what the service says of a refund request and when to ask again, and tells
 * the store. `complete` after `failed` is believed; `failed` after `complete` is
 * held for a person, until it says `complete` again: money was said to be back.
 * `complete` of another amount than was asked for is held too, and changes no books.
 */
export async function learnRefund(
  container: MedusaContainer,
  row: RefundRequestRow,
  answer: SaidOfRefund
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const { refunds, now } = ledger
  const { status: word } = answer
  const { status } = serviceStatus(word)
  const why = status === "complete" && (await whyHeld(ledger, row, answer))
  const service_amount = serviceAmount(row, answer)
  // What was told of its contradiction, or of its amount, is not so any more.
  const isCompleteAnew =
    status === "complete" &&
    row.status === "complete" &&
    (row.service_status !== "complete" || row.service_amount !== service_amount)
  const said = await refunds.said(row, word, {
    check_count: row.check_count + 1,
    service_amount,
    ...(why || isCompleteAnew ? { held_reason: why || null } : {}),
    ...nextLook(row, status, now()),
  })
  // Learnt by somebody else while this word was on its way, it is as they say.
  if (!said && row.status === "complete") {
    const held_reason = `The service said complete and now says ${word}. Ask its support.`
    await refunds.contradicted(row, word, held_reason)
  }
  await announce(container, row, said)
}

async function whyHeld(
  ledger: InstalmentsModuleService,
  row: RefundRequestRow,
  answer: SaidOfRefund
): Promise<string | null> {
  const [checkout] =
    row.reason === "unplaced"
      ? await ledger.listCheckouts({ id: row.reference })
      : []
  const { superseded_by, filed_at } = row
  const [by] = superseded_by
    ? await ledger.listRefundRequests({ id: superseded_by })
    : []
  // One that has not failed is replaced only by another sending of it, which was
  // accepted late and is told of by itself.
  const isOtherSending =
    by?.filed_at?.getTime() === filed_at?.getTime() && !row.undone_at
  const replaced = {
    ...row,
    superseded_by: isOtherSending ? null : superseded_by,
  }
  return whyCompleteIsHeld(replaced, answer, checkout?.outcome ?? null)
}

function nextLook(
  row: RefundRequestRow,
  status: RefundRequestRow["status"],
  now: number
): Pick<RefundRequestRow, "finished_at" | "next_check_at"> {
  if (status !== "complete" && status !== "failed") {
    const next_check_at = new Date(now + refundCheckPause(row.check_count + 1))
    return { finished_at: null, next_check_at }
  }
  const known = row.status === status ? row.finished_at : null
  const finished_at = known ?? new Date(now)
  const ended = finished_at.getTime()
  const look = checkAfterEnd(now - ended)
  const next_check_at = look === null ? null : new Date(ended + look)
  return { finished_at, next_check_at }
}

/** Whether more are due than a run can ask after: then the list is read. */
export async function manyDue({
  dueRefunds,
}: InstalmentsModuleService): Promise<boolean> {
  const due = await dueRefunds.toFollow(FETCHES_A_RUN + 1)
  return due.length > FETCHES_A_RUN
}
