import { model } from "@medusajs/framework/utils"

/**
 * One refund that is owed or asked for, from `filed` to its end. Written before
 * anything is sent.
 *
 * `filed` waits until Medusa's books hold it whole, `scheduled` may be sent from
 * `send_after`, `withdrawn` was taken back before it was sent. `sending` is a
 * request on its way, `in_doubt` one whose answer never came; `requested`,
 * `pending`, `complete` and `failed` are the service's words, `refused` its final
 * 4xx.
 */
export const RefundRequest = model
  .define("instalments_refund_request", {
    /** Our id; the service is never told it. */
    id: model.id({ prefix: "instref" }).primaryKey(),
    /** The ledger's checkout that is refunded. */
    reference: model.text(),
    /** The service's id of that checkout; null while the service has not told it. */
    checkout_id: model.text().nullable(),
    /** The service's id of the refund; null until it has answered. */
    refund_request_id: model.text().nullable(),
    /** In cents. */
    amount: model.number(),
    /** ISO 4217, upper case. */
    currency: model.text(),
    /** Its state; see `refunds.md`. */
    status: model
      .enum([
        "filed",
        "scheduled",
        "sending",
        "in_doubt",
        "requested",
        "pending",
        "complete",
        "failed",
        "refused",
        "withdrawn",
      ])
      .default("scheduled"),
    /** The service's status, unknown ones too. */
    service_status: model.text().nullable(),
    /** What the service says that it refunds, in cents; null while that is not known, or is `amount`. */
    service_amount: model.number().nullable(),
    /** Why it was made: a merchant asked, no order could be placed (`unplaced`), or the service accepted a sending of an order's late (`system`). */
    reason: model.enum(["merchant", "system", "unplaced"]),
    /** Medusa's payment. */
    payment_id: model.text().nullable(),
    /** Medusa's refund. */
    refund_id: model.text().nullable(),
    /** When it was asked for, by the plugin's clock as every time here. */
    filed_at: model.dateTime(),
    /** When it may be sent at the earliest. */
    send_after: model.dateTime(),
    /** When its last sending began. */
    sent_at: model.dateTime().nullable(),
    /** The `seen_number` of the last unmatched refund that was seen before its first sending: none up to it is this one. Null when that is not known. */
    seen_before_sent: model.number().nullable(),
    /** When it ended. */
    finished_at: model.dateTime().nullable(),
    /** When background work checks it next; null when it need not. */
    next_check_at: model.dateTime().nullable(),
    /** How many checks have not ended it: readings of the service's list while it is in doubt, fetches after. */
    check_count: model.number().default(0),
    /** What went wrong last, for a person; the code does not read it. */
    last_error: model.text().nullable(),
    /** Why it waits for a person. */
    held_reason: model.text().nullable(),
    /** What Medusa is to book for it, as it was filed; see `Booking`. */
    booking: model.json().nullable(),
    /** The ids of what Medusa has booked for it; see `Booked`. */
    booked: model.json().nullable(),
    /** When Medusa's books were found to hold it whole. */
    booked_at: model.dateTime().nullable(),
    /** When Medusa's books, or what counts as returned, are next put right for it; null when nothing is to do. */
    books_after: model.dateTime().nullable(),
    /** Why Medusa's books cannot be put right yet. */
    books_error: model.text().nullable(),
    /** When the first sending began whose answer was lost. */
    doubted_at: model.dateTime().nullable(),
    /** When the service refused it as more than was left; of one in doubt, sent once more. */
    remainder_refused_at: model.dateTime().nullable(),
    /** When Medusa was told of the refusal at once, and dropped its refund. */
    dropped_at: model.dateTime().nullable(),
    /** When Medusa's books were restored after a failure. */
    undone_at: model.dateTime().nullable(),
    /** The one in its place: asked for after it ended in vain, or another sending of it, accepted late. */
    superseded_by: model.text().nullable(),
  })
  .indexes([
    {
      on: ["refund_request_id"],
      unique: true,
      where: "refund_request_id IS NOT NULL",
    },
    { on: ["refund_id"], unique: true, where: "refund_id IS NOT NULL" },
    { on: ["reference"] },
    { on: ["payment_id"] },
    { on: ["filed_at"] },
    { on: ["finished_at"] },
    { on: ["status", "send_after"] },
    { on: ["filed_at", "id"] },
    {
      on: ["created_at", "status"],
      where:
        "status IN ('failed', 'refused', 'withdrawn') AND superseded_by IS NULL",
    },
    { on: ["next_check_at"], where: "next_check_at IS NOT NULL" },
    { on: ["status"], where: "held_reason IS NOT NULL" },
    { on: ["books_after"], where: "books_after IS NOT NULL" },
    // Named, as its columns' own name is taken by an index above.
    {
      name: "IDX_instalments_refund_request_returned",
      on: ["finished_at"],
      where: "reason = 'unplaced' AND status = 'complete'",
    },
    // The same.
    {
      name: "IDX_instalments_refund_request_books_error",
      on: ["finished_at"],
      where: "books_error IS NOT NULL",
    },
    {
      name: "IDX_instalments_refund_request_failed",
      on: ["id"],
      where: "status IN ('failed', 'refused') AND superseded_by IS NULL",
    },
  ])
  .checks([
    {
      name: "instalments_refund_sent_once",
      expression: (row) =>
        `${row.refund_request_id} IS NULL OR ${row.status} NOT IN ('scheduled', 'sending')`,
    },
  ])
