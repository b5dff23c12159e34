import { model } from "@medusajs/framework/utils"

/**
 * One checkout of the service for one payable state of a cart, or of what an order
 * owes. Its id is the
 * `client_reference_id` that the service echoes: fresh, opaque, and found by
 * primary key. It outlives Medusa's payment sessions.
 *
 * `amount` is integer cents. `status` is the service's word, kept as it came
 * (unknown ones too); it is null until the service answered the creation.
 * `outcome` is ours: `open`, `placed`, `returned`, `held` or `closed`.
 *
 * `creation` is what became of the request that creates it: `refused` when the
 * service certainly has no such checkout, `unanswered` when nobody knows.
 *
 * The purchase happened between `paid_not_before` and `paid_at`: the same
 * moment when a callback told it, the checkout's creation and the moment it was
 * learnt when a fetch did.
 */
export const Checkout = model
  .define("instalments_checkout", {
    id: model.id({ prefix: "inst" }).primaryKey(),
    checkout_id: model.text().nullable(),
    payment_url: model.text().nullable(),
    success_url: model.text().nullable(),
    status: model.text().nullable(),
    creation: model
      .enum(["sent", "answered", "unanswered", "refused"])
      .default("sent"),
    outcome: model
      .enum(["open", "placed", "returned", "held", "closed"])
      .default("open"),
    /** Why it is held or was returned, for a person; `held_kind` steers. */
    held_reason: model.text().nullable(),
    held_kind: model
      .enum(["no_order", "amount_differs", "return_failed"])
      .nullable(),
    amount: model.number(),
    currency: model.text(),
    number_of_payments: model.number().nullable(),
    country_code: model.text().nullable(),
    payment_collection_id: model.text(),
    payment_session_id: model.text(),
    /** The cart that it pays for; null when it pays what an order owes. */
    cart_id: model.text().nullable(),
    /** The order that was placed, or that owes it. */
    order_id: model.text().nullable(),
    /** When the outcome became what it is; null while it is open. */
    outcome_at: model.dateTime().nullable(),
    fingerprint: model.text(),
    opened_at: model.dateTime(),
    paid_at: model.dateTime().nullable(),
    paid_not_before: model.dateTime().nullable(),
    /** When the service was last asked by id, and how often. */
    asked_at: model.dateTime().nullable(),
    asks: model.number().default(0),
    /** When the service last told its status, by a fetch or its list. */
    heard_at: model.dateTime().nullable(),
    /** Since when a shopper waits for an answer that a limit did not allow. */
    wanted_at: model.dateTime().nullable(),
    /** The service's word, when it takes back that this was successful. */
    contradiction: model.text().nullable(),
    /** What the service says was paid, in cents, where that is not `amount`. */
    paid_amount: model.number().nullable(),
    /** What its order came to when it was read back, in cents. */
    order_amount: model.number().nullable(),
    /** When background work looks at it again; null when it need not. */
    look_after: model.dateTime().nullable(),
    settle_attempts: model.number().default(0),
    /** How many of them core refused. */
    refusals: model.number().default(0),
    /** A person has it placed: what fails is held, never returned by itself. */
    by_hand: model.boolean().default(false),
    /** What went wrong last, for a person; it steers nothing. */
    last_error: model.text().nullable(),
  })
  .indexes([
    { on: ["checkout_id"], unique: true, where: "checkout_id IS NOT NULL" },
    { on: ["opened_at"], where: "checkout_id IS NULL" },
    { on: ["fingerprint", "opened_at"] },
    { on: ["payment_session_id"] },
    { on: ["cart_id"] },
    { on: ["order_id"] },
    { on: ["outcome", "opened_at"] },
    { on: ["opened_at", "id"] },
    {
      on: ["outcome_at"],
      where: "outcome = 'placed' AND order_amount <> amount",
    },
    { on: ["paid_at"], where: "paid_at IS NOT NULL" },
    { on: ["look_after"], where: "look_after IS NOT NULL" },
  ])
