import type { FoundRefundRequest } from "../../../../modules/instalments/reports/refund-requests"
import {
  howItEnded,
  isOver,
} from "../../../../modules/instalments/refunds/state"
import { whyItEnded } from "../../../../modules/instalments/refunds/why-it-ended"
import type { TimelineEntry } from "../answers"
import { amountInWords } from "./amount-in-words"

type Entry = Omit<TimelineEntry, "at" | "next_at"> & {
  at: Date | null
  next_at?: Date | null
}

const ASKED_BY: Record<FoundRefundRequest["reason"], string> = {
  merchant: "was asked for",
  system: "was asked for by Medusa",
  unplaced: "is owed, as no order could be placed",
}

/** What happened to one refund request and what comes next. */
export function refundTimeline(row: FoundRefundRequest): Entry[] {
  const { status } = row
  const sum = amountInWords(row.amount, row.currency)
  const over = isOver(status)
  const waits = status === "scheduled" || status === "filed"
  const asked: Entry = {
    at: row.asked_at ?? row.created_at,
    kind: "refund_asked",
    text: `A refund of ${sum} ${ASKED_BY[row.reason]}.${waits ? whyItWaits(row) : ""}`,
    ...(waits ? { next_at: row.send_after } : {}),
  }
  const sent: Entry = {
    at: row.sent_at,
    kind: "refund_sent",
    text:
      status === "in_doubt"
        ? `The refund of ${sum} was sent and no answer came. ${row.held_reason ?? "Whether it exists is being looked up."}`
        : `The refund of ${sum} was sent to the service${waits ? "; it did not get there" : ""}.`,
    ...(over || waits || status === "complete"
      ? {}
      : { next_at: row.look_after }),
  }
  const end: Entry = over
    ? {
        at: row.finished_at,
        kind: "refund_failed",
        text: `The refund of ${sum} ${howItEnded(status)}: ${whyItEnded(row)}.`,
      }
    : {
        at: status === "complete" ? row.finished_at : null,
        kind: "refund_complete",
        text: `${sum} went back to the shopper.`,
      }
  return [asked, sent, end]
}

function whyItWaits({ waits_for, last_error, currency }: FoundRefundRequest) {
  if (waits_for) {
    const sum = amountInWords(waits_for.amount, currency)
    return ` It waits for the refund of ${sum} in doubt (${waits_for.id}) to end.`
  }
  return last_error ? ` It waits: ${last_error}` : ""
}
