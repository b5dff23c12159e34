import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  backCents,
  paidCents,
  TABLES,
  type RefundRequestRow,
} from "../ledger/rows"
import { GOES_BEFORE, OVER } from "../refunds/state"
import { among, inSpan, Report, type Span } from "./search"

/** Which refund requests are wanted. */
export type RefundRequestFilter = {
  /** Any reference: of the refund request, its checkout, payment or order. */
  q?: string
  /** The order that a number in `q` stands for. */
  orderOfNumber?: string
  id?: string
  status?: string | string[]
  reason?: string | string[]
  /** The checkout: the ledger's id or the service's. */
  checkout_id?: string
  reference?: string
  order_id?: string | string[]
  payment_id?: string | string[]
  created_at?: Span
}

/** A refund request with facts of its checkout. `left` is cents. */
export type FoundRefundRequest = RefundRequestRow & {
  order_id: string | null
  outcome: string
  /** The part of the payment that is neither refunded nor being refunded. */
  left: number
  /** The refund request in doubt that blocks it; its amount is cents. */
  waits_for: { id: string; amount: number } | null
}

const OWN = ["r.id", "r.refund_request_id", "r.payment_id", "r.refund_id"]
const OF_CHECKOUT = ["id", "checkout_id", "order_id"]
const MOMENT = "r.filed_at"

/** The ledger's refund requests. */
export const refundRequestReport = (db: Knex) =>
  new Report<RefundRequestFilter, FoundRefundRequest>(db, {
    find: (filter) => find(db, filter),
    select: (found) => select(db, found),
    prefix: "r.",
    moment: MOMENT,
  })

function find(db: Knex, filter: RefundRequestFilter): Knex.QueryBuilder {
  const { q, orderOfNumber, checkout_id, order_id, created_at } = filter
  const { id, status, reason, reference, payment_id } = filter
  const found: Knex.QueryBuilder = db(`${TABLES.refundRequest} as r`)
  void found.whereNull("r.deleted_at")
  const wanted = { id, status, reason, reference, payment_id }
  for (const [column, values] of Object.entries(wanted)) {
    among(found, { [`r.${column}`]: values })
  }
  inSpan(found, MOMENT, created_at)
  const of = (columns: string[], values: string | string[]) =>
    checkoutsOf(db, columns, [values].flat())
  if (checkout_id) {
    void found.whereIn("r.reference", of(["id", "checkout_id"], checkout_id))
  }
  if (order_id) {
    void found.whereIn("r.reference", of(["order_id"], order_id))
  }
  if (orderOfNumber) {
    void found.whereIn("r.reference", of(["order_id"], orderOfNumber))
  } else if (q) {
    const text = q.trim()
    void found.where((row) => {
      OWN.forEach((column) => void row.orWhere(column, text))
      void row.orWhereIn("r.reference", of(OF_CHECKOUT, text))
    })
  }
  return found
}

/** The rows, with what is told of their checkouts. */
function select(db: Knex, found: Knex.QueryBuilder): Knex.QueryBuilder {
  return found
    .join(`${TABLES.checkout} as c`, "c.id", "r.reference")
    .select("r.*", "c.order_id", "c.outcome")
    .select(
      // See `RefundSending`.
      db.raw(`case when r.status = 'scheduled' then (
        select json_build_object('id', d.id, 'amount', d.amount)
        from ${TABLES.refundRequest} as d
        where d.status <> 'sending' and ${GOES_BEFORE}
        limit 1) end as waits_for`),
      db.raw(
        `(${paidCents("c.")} - coalesce((
        select sum(${backCents("o.")}) from ${TABLES.refundRequest} as o
        where o.reference = r.reference and o.deleted_at is null
          and o.status <> all(?)), 0))::int as "left"`,
        [[...OVER]]
      )
    )
}

/** The checkouts that have one of these values in one of these columns. */
function checkoutsOf(
  db: Knex,
  columns: string[],
  values: string[]
): Knex.QueryBuilder {
  return db(TABLES.checkout)
    .select("id")
    .whereNull("deleted_at")
    .where((row) => {
      columns.forEach((column) => void row.orWhereIn(column, values))
    })
}
