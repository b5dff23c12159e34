import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  backCents,
  paidCents,
  TABLES,
  type RefundRequestRow,
} from "../ledger/rows"
import { THRESHOLDS } from "../health/list"
import { howItEnded, isMadeAtService, isOver } from "../refunds/state"
import { isOverLate, OVER, whyItEnded } from "../refunds/state"
import {
  NOTHING,
  oldestOpen,
  type Cause,
  type Causing,
  type Place,
} from "./cause"

type Row = RefundRequestRow & {
  order_id: string | null
  cart_id: string
  /** How many refunds of its payment wait for it. */
  waiting: number
}

const SENT = "coalesce(r.sent_at, r.send_after)"
const ENDED = "coalesce(r.finished_at, r.sent_at, r.send_after)"
const IN_DOUBT = { key: "'refund-in-doubt:' || r.id", openedAt: SENT }
/**
 * A complete one that the service takes back, or says another amount of, is told of anew,
 * though it was resolved.
 */
const CHANGED = {
  key: `'held-refund:' || r.id || case
    when r.status = 'complete' and r.service_status <> 'complete'
    then ':' || r.service_status else '' end
    || coalesce(':' || r.service_amount, '')`,
  openedAt: ENDED,
}
const FAILED = { key: "'failed-refund:' || r.id", openedAt: ENDED }

/**
 * Those that no later one has replaced; of the withdrawn, those of a cancelled order.
 * Each half is word for word the condition of an index. PostgreSQL multiplies the
 * shares of the failed and of the not replaced, so after years it expects ten thousand
 * of these few; it expects ten of an array, and starts no workers for them.
 */
const NOT_REPLACED = `
  select id from ${TABLES.refundRequest}
  where status in ('failed', 'refused') and superseded_by is null
    and deleted_at is null
  union all
  select id from ${TABLES.refundRequest}
  where status = 'withdrawn' and held_reason is not null and superseded_by is null
    and deleted_at is null`

/** Refund requests that failed, are in doubt, or have contradictory states. */
export async function troubledRefunds(place: Place): Promise<Cause[]> {
  const rows = [
    ...(await failed(place)),
    ...(await ofLedger(place, IN_DOUBT, (query) =>
      query.where("r.status", "in_doubt")
    )),
    ...(await ofLedger(place, CHANGED, (query) =>
      query
        .whereNotIn("r.status", ["in_doubt", ...OVER])
        .whereNotNull("r.held_reason")
    )),
  ]
  return rows.map((row) => ({
    ...NOTHING,
    reference: row.reference,
    refund_request: row.id,
    order_id: row.order_id,
    cart_id: row.cart_id,
    amount: row.amount,
    currency: row.currency,
    key: row.cause_key,
    opened_at: row.caused_at,
    ...inWords(row, place.now),
  }))
}

/** Those that returned nothing, although somebody may count on it. */
function failed(place: Place) {
  return ofLedger(place, FAILED, (query) =>
    query
      .whereRaw(`r.id = any(array(${NOT_REPLACED}))`)
      // A payment without an order is held then, and has an alert of its own.
      .whereNotIn("c.outcome", ["returned", "held"])
      // All of the payment is back or on its way: nothing is owed for it.
      .whereRaw(
        `${paidCents("c.")} > (
          select coalesce(sum(${backCents("o.")}), 0) from ${TABLES.refundRequest} as o
          where o.reference = r.reference and o.deleted_at is null
            and o.status <> all(?))`,
        [[...OVER]]
      )
      // The person who asked for a refund saw the refusal when Medusa dropped
      // it at once. It is held only when a cancelled order's books said
      // otherwise.
      .whereNot((dropped) =>
        dropped
          .where("r.reason", "merchant")
          .whereNotNull("r.dropped_at")
          .whereNull("r.held_reason")
      )
      // What is paid beyond Medusa's payment has an alert as long as it is left.
      .whereNot((surplus) =>
        surplus
          .where("r.reason", "merchant")
          .whereNull("r.refund_id")
          .whereRaw(`${paidCents("c.")} > c.amount`)
      )
      // The service made it and it is not booked: the list of unmatched refunds
      // has it again.
      .whereNot((unbooked) =>
        unbooked
          .where("r.status", "refused")
          .whereNull("r.sent_at")
          .whereNotNull("r.service_status")
      )
  )
}

async function ofLedger(
  place: Place,
  cause: { key: string; openedAt: string },
  narrow: (query: Knex.QueryBuilder) => Knex.QueryBuilder
): Promise<Causing<Row>[]> {
  const { db, reference } = place
  const query = db(`${TABLES.refundRequest} as r`)
    .join(`${TABLES.checkout} as c`, "c.id", "r.reference")
    .whereNull("r.deleted_at")
    .select("r.*", "c.order_id", "c.cart_id")
    .select(
      db.raw(`case when r.status = 'in_doubt' then (
        select count(*) from ${TABLES.refundRequest} as w
        where w.reference = r.reference and w.deleted_at is null
          and w.status = 'scheduled') else 0 end::int as waiting`)
    )
  return oldestOpen(
    place,
    narrow(reference ? query.where("r.reference", reference) : query),
    cause
  )
}

function inWords(
  row: Row,
  now: number
): Pick<Cause, "kind" | "title" | "text" | "actions" | "note_needed"> {
  const { held_reason } = row
  if (row.status === "in_doubt") {
    return {
      kind: "refund-in-doubt",
      title: "Refund without an answer",
      text: `${held_reason ?? whatIsRead(row, now)}${whatWaits(row)}`,
      // It blocks the other refunds of its payment, so it cannot be resolved by
      // hand.
      actions:
        held_reason && !row.superseded_by
          ? ["end-doubt", "retry"]
          : ["end-doubt"],
      note_needed: false,
    }
  }
  if (!isOver(row.status)) {
    return {
      kind: "held-refund",
      title: "Refund to clear up with the service",
      text: held_reason ?? "The service contradicts itself. Ask its support.",
      actions: ["resolve"],
      note_needed: true,
    }
  }
  const why = whyItEnded(row)
  const isLate = isOverLate(row)
  return {
    kind: "failed-refund",
    title:
      row.status === "withdrawn"
        ? "Cancelled order whose money is here"
        : "Refund that failed",
    text: isLate
      ? `A sending of a refund that the service accepted late ${howItEnded(row.status)}. Nothing is owed for it: the other sending is told of by itself if it failed too.`
      : (held_reason ??
        (row.sent_at || isMadeAtService(row)
          ? `The refund ${howItEnded(row.status)}: ${why}. Speak to the service's support, then refund again from the order's page.`
          : `No refund was made: ${why}.`)),
    actions: held_reason && !isLate ? ["retry", "resolve"] : ["resolve"],
    note_needed: true,
  }
}

/** A list that the service does not answer, or not to its end, is read for ever. */
function whatIsRead(
  { doubted_at, sent_at }: Pick<Row, "doubted_at" | "sent_at">,
  now: number
): string {
  const since = Number(doubted_at ?? sent_at)
  return now - since < THRESHOLDS.refundDoubt
    ? "It is not known whether the service has this refund; its list is being read to see. Nothing has to be done, and it is not sent twice."
    : "It is not known whether the service has this refund, and its list of refund requests has not told in two days. Ask its support, and end the doubt."
}

function whatWaits({ waiting }: Row): string {
  if (waiting === 0) {
    return ""
  }
  return waiting === 1
    ? " Another refund of this payment waits until it has ended."
    : ` ${waiting} other refunds of this payment wait until it has ended.`
}
