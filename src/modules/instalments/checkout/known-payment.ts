import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES, type CheckoutRow } from "../ledger/rows"

/** Money that arrived for a cart and is not on its way back. */
export type KnownPayment = {
  /** The id of the checkout's row. */
  reference: string
  outcome: "placed" | "open" | "held"
  /** Medusa's order, once it is placed. */
  order_id: string | null
}

/**
 * The payment for which a cart must not be charged again; null when there is
 * none, also when all that was paid went back. Of several it is the one that a
 * shopper has to hear of first: the one with the order, else the one that may
 * still get it.
 */
export async function knownPayment(
  db: Knex,
  cartId: string
): Promise<KnownPayment | null> {
  const payments: KnownPayment[] = await db<CheckoutRow>(TABLES.checkout)
    .where({ cart_id: cartId, status: "successful" })
    .whereIn("outcome", FIRST)
    .whereNull("deleted_at")
    .orderBy("opened_at")
    .select("id as reference", "outcome", "order_id")
  const [first = null] = payments.sort(
    (a, b) => FIRST.indexOf(a.outcome) - FIRST.indexOf(b.outcome)
  )
  return first
}

const FIRST: KnownPayment["outcome"][] = ["placed", "open", "held"]
