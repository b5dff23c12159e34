import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES, type CheckoutRow } from "../ledger/rows"
import { among, inSpan, Report, type Span } from "./search"

/** Which checkouts are wanted. */
export type CheckoutFilter = {
  /**
   * Any reference: ours, the service's, or that of a cart, order or session.
   */
  q?: string
  /** The order that a number in `q` stands for. */
  orderOfNumber?: string
  id?: string | string[]
  outcome?: string | string[]
  status?: string | string[]
  order_id?: string | string[]
  cart_id?: string | string[]
  created_at?: Span
}

const REFERENCES = ["id", "checkout_id", "cart_id", "order_id"]

/** The ledger's checkouts. */
export const checkoutReport = (db: Knex) =>
  new Report<CheckoutFilter, CheckoutRow>(db, {
    find: (filter) => find(db, filter),
    select: (found) => found.select("*"),
    prefix: "",
    moment: "opened_at",
  })

function find(db: Knex, filter: CheckoutFilter): Knex.QueryBuilder {
  const { q, orderOfNumber, created_at, ...wanted } = filter
  const found: Knex.QueryBuilder = db(TABLES.checkout).whereNull("deleted_at")
  among(found, { ...wanted })
  inSpan(found, "opened_at", created_at)
  if (orderOfNumber) {
    void found.where("order_id", orderOfNumber)
  } else if (q) {
    const id = q.trim()
    // Of any session that it ever had.
    const of = db("instalments_checkout_session").select("reference")
    void found.where((row) => {
      REFERENCES.forEach((column) => void row.orWhere(column, id))
      void row.orWhereIn("id", of.where({ id }))
    })
  }
  return found
}
