import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  backCents,
  paidCents,
  TABLES,
  type RefundRequestRow,
} from "../ledger/rows"
import { GOES_BEFORE, OVER } from "../refunds/state"
import {
  among,
  inSpan,
  Report,
  havingReference,
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

/** Its own references; those of its checkout are found in `checkoutsOf`. */
const OWN = ["r.id", "r.refund_request_id", "r.payment_id", "r.refund_id"]
const MOMENT = "r.filed_at"
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
  let found: Knex.QueryBuilder = db(`${TABLES.refundRequest} as r`).whereNull(
    "r.deleted_at"
  )
  found = among(found, "r.id", filter.id)
  found = among(found, "r.status", filter.status)
  found = among(found, "r.reason", filter.reason)
  found = among(found, "r.reference", filter.reference)
  found = among(found, "r.payment_id", filter.payment_id)
  found = inSpan(found, MOMENT, filter.created_at)
  const { checkout_id, order_id, orderOfNumber } = filter
  if (checkout_id) {
    const ids = await checkoutsOf(db, ["id", "checkout_id"], [checkout_id])
    found = found.whereIn("r.reference", ids)
  }
  if (order_id) {
    const ids = await checkoutsOf(db, ["order_id"], [order_id].flat())
    found = found.whereIn("r.reference", ids)
  }
  let having: Partial<Awaited<ReturnType<typeof havingReference>>> = {}
  if (orderOfNumber) {
    const ids = await checkoutsOf(db, ["order_id"], [orderOfNumber])
    found = found.whereIn("r.reference", ids)
  } else if (filter.q) {
    const of = ["id", "checkout_id", "order_id"]
    const checkouts = await checkoutsOf(db, of, [filter.q.trim()])
    having =
      checkouts.length > 0
        ? { found: found.whereIn("r.reference", checkouts) }
        : await havingReference(found, {
            ...{ text: filter.q, moment: MOMENT, exactly: OWN },
            partly: [...OWN, "r.reference", "r.checkout_id"],
          })
  }
  const rows = (query: Knex.QueryBuilder) =>
    query
      // Each has its checkout.
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
  return {
    found,
    ...having,
    rows,
    id: "r.id",
    moment: MOMENT,
    columns: COLUMNS,
  }
}

/**
 * The checkouts that have one of these values in one of these columns. They are
 * read first: a condition on the columns of two tables is answered by no index.
 */
function checkoutsOf(
  db: Knex,
  columns: string[],
  values: string[]
): Promise<string[]> {
  return db(TABLES.checkout)
    .whereNull("deleted_at")
    .where((row) => {
      columns.forEach((column) => void row.orWhereIn(column, values))
    })
    .pluck("id")
}
