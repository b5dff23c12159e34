import { model } from "@medusajs/framework/utils"

/**
 * One refund that is owed or asked for, from `scheduled` to `complete` or
 * `failed`. Written before anything is sent. `amount` is integer cents.
 *
 * `sending` is a request on its way, `in_doubt` one whose answer never came;
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
        "scheduled",
        "sending",
        "in_doubt",
        "requested",
        "pending",
        "complete",
        "failed",
        "refused",
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
    /** When Medusa's books were seen to be complete. */
    booked_at: model.dateTime().nullable(),
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
      where: "status IN ('failed', 'refused') AND replaced_by IS NULL",
    },
    { on: ["look_after"], where: "look_after IS NOT NULL" },
    { on: ["status"], where: "held_reason IS NOT NULL" },
    {
      on: ["created_at"],
      where: "refund_id IS NOT NULL AND booked_at IS NULL",
    },
  ])
