import { model } from "@medusajs/framework/utils"

/**
 * One checkout of the service for one payable state of a cart, or of what an
 * order owes. Medusa's payment sessions may be deleted; it stays.
 *
 * The purchase happened between `paid_not_before` and `paid_at`. When a
 * callback told it, both are the moment of the callback. When a fetch told it,
 * they are the checkout's creation and the moment of the fetch.
 */
export const Checkout = model
  .define("instalments_checkout", {
    /** The `client_reference_id`: fresh, opaque, known to the service. */
    id: model.id({ prefix: "inst" }).primaryKey(),
    /** The service's id; null until the service has told it. */
    checkout_id: model.text().nullable(),
    /** Where the shopper pays; null until the service has told it, and once that has ended. */
    payment_url: model.text().nullable(),
    /** Where the service posts its callbacks, as it was told, or where one came in; null in the sandbox. */
    notify_url: model.text().nullable(),
    /** Where the shopper returns to, as the service was told; null once that has ended. */
    success_url: model.text().nullable(),
    /** The service's status, stored unchanged, unknown ones too; null before its first answer. */
    status: model.text().nullable(),
    /** What became of the request that creates it: `refused` certainly made none, `unanswered` may have. */
    creation: model
      .enum(["sent", "answered", "unanswered", "refused"])
      .default("sent"),
    /** What became of the payment here: `open`, `placed`, `returned`, `held` or `closed`. */
    outcome: model
      .enum(["open", "placed", "returned", "held", "closed"])
      .default("open"),
    /** Why it is held or was returned, for a person; the code does not read it. */
    held_reason: model.text().nullable(),
    /** Why it is held, for the code. */
    held_kind: model
      .enum(["no_order", "amount_differs", "return_failed"])
      .nullable(),
    /** What it asks for, in cents. */
    amount: model.number(),
    /** ISO 4217, upper case. */
    currency: model.text(),
    /** In how many payments the shopper pays, once the service has said so. */
    number_of_payments: model.number().nullable(),
    /** The storefront's country, for the address to return to. */
    country_code: model.text().nullable(),
    /** Medusa's payment collection that it pays. */
    payment_collection_id: model.text(),
    /** Medusa's newest payment session of it; older ones are in `instalments_checkout_session`. */
    payment_session_id: model.text(),
    /** The cart that it pays for; null when it pays what an order owes. */
    cart_id: model.text().nullable(),
    /** The order that was placed, or that owes it. */
    order_id: model.text().nullable(),
    /** When the outcome became what it is; null while it is open. */
    outcome_at: model.dateTime().nullable(),
    /** A keyed digest of who pays for what: the same state reuses its checkout; null once that has ended. */
    fingerprint: model.text().nullable(),
    /** When it was created, by the plugin's clock. */
    opened_at: model.dateTime(),
    /** The latest moment at which it can have been paid; null when it is not. */
    paid_at: model.dateTime().nullable(),
    /** The earliest moment at which it can have been paid. */
    paid_not_before: model.dateTime().nullable(),
    /** When it was last checked by its id. */
    last_checked_at: model.dateTime().nullable(),
    /** How often it was checked by its id. */
    check_count: model.number().default(0),
    /** When the service last told its status, by a fetch or its list. */
    status_updated_at: model.dateTime().nullable(),
    /** Since when somebody waits for a check: a shopper for whom a limit had no room, or a callback that contradicts a cancellation or the row. */
    poll_requested_at: model.dateTime().nullable(),
    /** The service's status, when it no longer says that this is successful. */
    contradiction: model.text().nullable(),
    /** Since when the service does not know it, which it created; null while it does. */
    unknown_at: model.dateTime().nullable(),
    /** What the service says was paid, in cents, where that is not `amount`. */
    paid_amount: model.number().nullable(),
    /** The total of its order when it was read back, in cents. */
    order_amount: model.number().nullable(),
    /** When background work checks it next; null when it need not. */
    next_check_at: model.dateTime().nullable(),
    /** How often settling it was tried. */
    settle_attempts: model.number().default(0),
    /** How many of those tries Medusa refused. */
    refusals: model.number().default(0),
    /** A person asked to place it: when that fails it is held, never returned by itself. */
    by_hand: model.boolean().default(false),
    /** What went wrong last, for a person; the code does not read it. */
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
    { on: ["status", "opened_at"] },
    { on: ["opened_at", "id"] },
    // Each night retention looks for those that still lead to a person.
    {
      name: "IDX_instalments_checkout_not_erased",
      on: ["outcome_at"],
      where: "fingerprint IS NOT NULL",
    },
    // What needs attention reads their ids, and no other row.
    {
      name: "IDX_instalments_checkout_paid_otherwise",
      on: ["id"],
      where:
        "outcome = 'placed' AND coalesce(paid_amount, amount) <> coalesce(order_amount, amount)",
    },
    {
      name: "IDX_instalments_checkout_denied",
      on: ["id"],
      where: "outcome = 'placed' AND contradiction IS NOT NULL",
    },
    { on: ["paid_at"], where: "paid_at IS NOT NULL" },
    {
      name: "IDX_instalments_checkout_unplaced",
      on: ["paid_at"],
      where: "status = 'successful' AND outcome <> 'placed'",
    },
    {
      name: "IDX_instalments_checkout_placed",
      on: ["outcome_at"],
      where: "status = 'successful' AND outcome = 'placed'",
    },
    { on: ["next_check_at"], where: "next_check_at IS NOT NULL" },
  ])
