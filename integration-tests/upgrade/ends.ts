import type { CheckoutRow } from "../../src/modules/instalments/ledger/rows"

type Facts = Partial<CheckoutRow>

/**
 * What the ledger says of a row of commit 6cff8f0 as soon as it is migrated,
 * where that is more than what the row said before: new columns belong here.
 */
export const MIGRATED: Record<string, Facts> = {
  inst_cancelled: { creation: "answered" },
  inst_held: { held_kind: "no_order" },
  inst_held_return_failed: { held_kind: "return_failed" },
  inst_lost_creation: { outcome: "open", creation: "unanswered" },
  inst_opened_again: { outcome: "open", by_hand: true },
  inst_placed: { outcome: "placed", creation: "answered" },
  inst_placed_without_id: { outcome: "placed", creation: "unanswered" },
  inst_refused_creation: { outcome: "open", creation: "unanswered" },
  inst_undecided: { outcome: "open", creation: "unanswered" },
  inst_undecided_too: { outcome: "open", creation: "unanswered" },
}

/** The outcome of every row of commit 6cff8f0 after the jobs have run. */
export const ENDS: Record<string, Facts> = {
  inst_abandoned: { outcome: "closed" },
  inst_abandoned_under_review: { outcome: "closed" },
  inst_being_created: { outcome: "closed" },
  inst_cancelled: { outcome: "closed" },
  inst_cancelled_after_payment: { outcome: "placed" },
  inst_cancelled_and_over: { outcome: "closed" },
  inst_cancelled_without_id: { outcome: "closed" },
  inst_creation_cut_off: { outcome: "closed" },
  inst_held: { outcome: "held" },
  inst_held_return_failed: { outcome: "held" },
  inst_id_told_by_the_list: { outcome: "placed" },
  inst_invalid: { outcome: "closed" },
  inst_lost_and_abandoned: { outcome: "closed" },
  inst_lost_creation: { outcome: "closed" },
  inst_opened_again: { outcome: "held" },
  inst_other_amount: { outcome: "closed" },
  inst_paid_after_cancelling: { outcome: "returned" },
  inst_paid_and_closed: { outcome: "returned" },
  inst_paid_unseen: { outcome: "placed" },
  inst_paid_unsettled: { outcome: "placed" },
  inst_placed: { outcome: "placed" },
  inst_placed_by_fetch: { outcome: "placed" },
  inst_placed_without_id: { outcome: "placed" },
  inst_refund_complete: { outcome: "placed" },
  inst_refund_failed: { outcome: "placed" },
  inst_refund_failed_and_replaced: { outcome: "placed" },
  inst_refund_in_doubt: { outcome: "placed" },
  inst_refund_pending: { outcome: "placed" },
  inst_refund_refused: { outcome: "placed" },
  inst_refund_requested: { outcome: "placed" },
  inst_refund_scheduled: { outcome: "placed" },
  inst_refund_sending: { outcome: "placed" },
  inst_refused_and_abandoned: { outcome: "closed" },
  inst_refused_creation: { outcome: "closed" },
  inst_return_contradicted: { outcome: "returned" },
  inst_return_on_its_way: { outcome: "returned" },
  inst_returned: { outcome: "returned" },
  inst_returned_as_bought_otherwise: { outcome: "returned" },
  inst_returned_without_id: { outcome: "returned" },
  inst_sold_out: { outcome: "returned" },
  inst_under_review: { outcome: "closed" },
  inst_undecided: { outcome: "closed" },
  inst_undecided_too: { outcome: "closed" },
  inst_waiting: { outcome: "closed" },
}

/**
 * Paid at the service, and never placed, returned or held in the ledger of that
 * commit: a defect of it. Empty when the ledger repairs them.
 */
export const LOST_TO_THAT_COMMIT: string[] = []
