import { model } from "@medusajs/framework/utils"

/**
 * One refund that is owed or asked for, from `filed` to its end. Written before
 * anything is sent. `amount` is integer cents.
 *
 * `filed` waits until Medusa's books hold it whole, `scheduled` may be sent from
 * `send_after`, `withdrawn` was taken back before it was sent. `sending` is a request on its way, `in_doubt` one whose answer never came;
 * `requested`, `pending`, `complete` and `failed` are the service's words,
 * `refused` its final 4xx. An unknown word of the service is kept in
 * `service_status`.
 */
export const RefundRequest = model
  .define("instalments_refund_request", {
    id: model.id({ prefix: "instref" }).primaryKey(),
    /** The ledger's checkout. */
    reference: model.text(),
    /**
     * The service's ids. The checkout's is null as long as the service has not
     * told it: the answer to the checkout's creation was lost.
     */
    checkout_id: model.text().nullable(),
    refund_request_id: model.text().nullable(),
    amount: model.number(),
    currency: model.text(),
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
    service_status: model.text().nullable(),
    reason: model.enum(["merchant", "system", "unplaced"]),
    /** Medusa's payment and refund. */
    payment_id: model.text().nullable(),
    refund_id: model.text().nullable(),
    /** By the plugin's clock, as everything else about a refund request. */
    asked_at: model.dateTime().nullable(),
    send_after: model.dateTime(),
    sent_at: model.dateTime().nullable(),
    finished_at: model.dateTime().nullable(),
    /** When background work looks at it again; null when it need not. */
    look_after: model.dateTime().nullable(),
    looks: model.number().default(0),
    last_error: model.text().nullable(),
    held_reason: model.text().nullable(),
    /** What Medusa is to book for it, as it was filed; see `Booking`. */
    booking: model.json().nullable(),
    /** The ids of what Medusa has booked for it; see `Booked`. */
    booked: model.json().nullable(),
    /** When Medusa's books were seen to hold it whole. */
    booked_at: model.dateTime().nullable(),
    /** When Medusa's books are seen to next; null when nothing is to do there. */
    books_after: model.dateTime().nullable(),
    /** Why Medusa's books cannot be put right yet. */
    books_error: model.text().nullable(),
    /** When the first sending began whose answer was lost. */
    doubted_at: model.dateTime().nullable(),
    /** When the service refused it, sent once more, as more than was left. */
    remainder_refused_at: model.dateTime().nullable(),
    /** When Medusa was told of the refusal at once, and dropped its refund. */
    dropped_at: model.dateTime().nullable(),
    /** When Medusa's books were restored after a failure. */
    undone_at: model.dateTime().nullable(),
    /** Failed or refused: the later one that has taken its place. */
    replaced_by: model.text().nullable(),
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
    { on: ["status", "send_after"] },
    {
      on: ["created_at", "status"],
      where:
        "status IN ('failed', 'refused', 'withdrawn') AND replaced_by IS NULL",
    },
    { on: ["look_after"], where: "look_after IS NOT NULL" },
    { on: ["status"], where: "held_reason IS NOT NULL" },
    { on: ["books_after"], where: "books_after IS NOT NULL" },
  ])
  .checks([
    {
      name: "instalments_refund_sent_once",
      // Also an older version of this code, beside a newer one, sends none of these.
      expression: (row) =>
        `${row.refund_request_id} IS NULL OR ${row.status} NOT IN ('scheduled', 'sending')`,
    },
  ])
