import { TABLES, type RefundRequestRow } from "../ledger/rows"
import { THRESHOLDS } from "../health/list"
import { OVER } from "../refunds/state"
import { NOTHING, oldestOpen, type Cause, type Place } from "./cause"

const SINCE = "coalesce(r.sent_at, r.send_after)"

type Row = RefundRequestRow & { order_id: string | null; cart_id: string }

/** Refunds that wait longer than they should, and what they wait for. */
export async function lateRefunds(place: Place): Promise<Cause[]> {
  const { db, now, reference } = place
  const before = (ms: number) => new Date(now - ms)
  const query = db(`${TABLES.refundRequest} as r`)
    .join(`${TABLES.checkout} as c`, "c.id", "r.reference")
    .whereNull("r.deleted_at")
    .where(reference ? { "r.reference": reference } : {})
    .where((late) =>
      late
        .where((row) =>
          row
            .where("r.status", "filed")
            .where("r.filed_at", "<", before(THRESHOLDS.refundFiled))
        )
        .orWhere((row) =>
          row
            .where("r.status", "scheduled")
            .where((due) =>
              due
                .where("r.send_after", "<", before(THRESHOLDS.refundDue))
                // Each failed try moves this time.
                .orWhere("r.filed_at", "<", before(THRESHOLDS.refundTried))
            )
            // One that waits for the service's id has an alert of its own.
            .whereNotNull("c.checkout_id")
        )
        .orWhere((row) =>
          row
            .whereIn("r.status", ["requested", "pending"])
            // A refund that the service made by itself was never sent.
            .where(db.raw(SINCE), "<", before(THRESHOLDS.refundEnds))
        )
        .orWhere((row) =>
          row
            .whereIn("r.status", OVER)
            .whereNotNull("r.books_error")
            .where("r.finished_at", "<", before(THRESHOLDS.refundDue))
        )
    )
    .select("r.*", "c.order_id", "c.cart_id")
  const rows = await oldestOpen<Row>(place, query, {
    key: "'late-refund:' || r.id",
    openedAt: SINCE,
  })
  return rows.map((row) => ({
    ...NOTHING,
    key: row.cause_key,
    kind: "late-refund",
    title: "Refund that waits",
    text: waitsFor(row),
    opened_at: row.caused_at,
    reference: row.reference,
    refund_request: row.id,
    order_id: row.order_id,
    cart_id: row.cart_id,
    amount: row.amount,
    currency: row.currency,
    actions: ["resolve"],
  }))
}

function waitsFor(row: Row): string {
  const { status, books_error, last_error, refund_request_id } = row
  const so = refund_request_id ? "" : ", so it is not sent"
  switch (status) {
    case "filed":
      return `Medusa's books do not hold this refund whole${so}: ${books_error ?? "the job has not looked at it. Look whether it runs."}`
    case "scheduled":
      return `This refund should have been sent: ${last_error ?? "another one of its payment is in doubt, or refunds are paused, or the job does not run, or its worker has another backendUrl."}`
    case "requested":
    case "pending":
      return "The service has not ended this refund, which takes it up to a business day. Ask its support."
    default:
      return String(books_error)
  }
}
