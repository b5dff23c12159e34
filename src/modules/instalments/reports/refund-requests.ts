import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES, type RefundRequestRow } from "../ledger/rows"
import { OVER } from "../refunds/state"
import {
  among,
  havingReference,
  inSpan,
  Report,
  type Search,
  type Span,
} from "./search"

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

const REFERENCES = [
  "r.id",
  "r.reference",
  "r.checkout_id",
  "r.refund_request_id",
  "r.payment_id",
  "r.refund_id",
  "c.order_id",
]
const MOMENT = "coalesce(r.asked_at, r.created_at)"
const COLUMNS = {
  created_at: MOMENT,
  send_after: "r.send_after",
  finished_at: "r.finished_at",
  amount: "r.amount",
  status: "r.status",
}

/** The ledger's refund requests. */
export const refundRequestReport = (db: Knex) =>
  new Report<RefundRequestFilter, FoundRefundRequest, keyof typeof COLUMNS>(
    db,
    searchRefundRequests
  )

async function searchRefundRequests(
  db: Knex,
  filter: RefundRequestFilter
): Promise<Search<keyof typeof COLUMNS>> {
  let found: Knex.QueryBuilder = db(`${TABLES.refundRequest} as r`)
    .join(`${TABLES.checkout} as c`, "c.id", "r.reference")
    .whereNull("r.deleted_at")
  found = among(found, "r.id", filter.id)
  found = among(found, "r.status", filter.status)
  found = among(found, "r.reason", filter.reason)
  found = among(found, "r.reference", filter.reference)
  found = among(found, "r.payment_id", filter.payment_id)
  found = among(found, "c.order_id", filter.order_id)
  found = inSpan(found, MOMENT, filter.created_at)
  const { checkout_id } = filter
  if (checkout_id) {
    found = found.where((row) =>
      row.where("r.checkout_id", checkout_id).orWhere("c.id", checkout_id)
    )
  }
  if (filter.orderOfNumber) {
    found = found.where("c.order_id", filter.orderOfNumber)
  } else if (filter.q) {
    found = found.where(await havingReference(found, REFERENCES, filter.q))
  }
  const rows = (query: Knex.QueryBuilder) =>
    query.select("r.*", "c.order_id", "c.outcome").select(
      // See `RefundSending`.
      db.raw(`case when r.status = 'scheduled' then (
        select json_build_object('id', d.id, 'amount', d.amount)
        from ${TABLES.refundRequest} as d
        where d.reference = r.reference and d.id <> r.id
          and d.status in ('in_doubt', 'scheduled')
          and d.doubted_at is not null and d.deleted_at is null
        limit 1) end as waits_for`),
      db.raw(
        `(coalesce(c.paid_amount, c.amount) - coalesce((
        select sum(amount) from ${TABLES.refundRequest} as o
        where o.reference = r.reference and o.deleted_at is null
          and o.status <> all(?)), 0))::int as "left"`,
        [[...OVER]]
      )
    )
  return { found, rows, id: "r.id", moment: MOMENT, columns: COLUMNS }
}
