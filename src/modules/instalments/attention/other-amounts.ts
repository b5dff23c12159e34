import { paidAmount } from "../checkout/state"
import { moneyInWords } from "../domain/money-in-words"
import { paidCents, TABLES, type CheckoutRow } from "../ledger/rows"
import { OVER } from "../refunds/state"
import { ofPayment, oldestOpen, type Cause, type Place } from "./cause"

/** The payment of such an order, and what is known of its refunds. */
type Other = CheckoutRow & {
  /** The cents that are refunded or on their way. */
  back: number
  /** Whether Medusa has refunded all that it holds of it. */
  is_used_up: boolean
  /** When a refund of it was asked for last, or ended in vain. */
  refunded_at: Date
}

/**
 * Word for word the condition of an index. PostgreSQL expects that two columns
 * differ in nearly every row, and would read the whole table; of an array it expects
 * ten. An order's total is not known once it was edited, and of a payment of what an
 * order owes: then it is what was asked for.
 */
const OTHER_AMOUNT = `
  select id from ${TABLES.checkout}
  where outcome = 'placed'
    and ${paidCents()} <> coalesce(order_amount, amount)
    and deleted_at is null`

const REFUNDS = `
  select coalesce(sum(r.amount) filter (where r.status <> all(:over)), 0)::int as back,
    max(case when r.status = any(:over) then r.finished_at else r.filed_at end) as refunded_at
  from ${TABLES.refundRequest} as r
  where r.reference = p.id and r.deleted_at is null`

/** Medusa's payment is of what was asked for, whatever the service holds. */
const PAYMENTS = `(
  select p.*, back, refunded_at, back >= p.amount as is_used_up
  from ${TABLES.checkout} as p, lateral (${REFUNDS}) as refunds
  where p.id = any(array(${OTHER_AMOUNT}))) as c`

/**
 * Whether the refunds of a checkout `c` leave a difference: less is refunded than was
 * paid too much. What was paid too little is a difference until all of it is refunded,
 * and so is what is left when Medusa can refund nothing more: a difference that was
 * refunded from its payment is lacking then.
 */
const IS_LEFT = `c.back < case
  when c.is_used_up or ${paidCents("c.")} < coalesce(c.order_amount, c.amount)
  then ${paidCents("c.")}
  else ${paidCents("c.")} - coalesce(c.order_amount, c.amount) end`

/**
 * Orders whose total differs from what was paid for them, and where no refund has
 * returned the difference.
 */
export async function otherAmounts(place: Place): Promise<Cause[]> {
  const { db, reference } = place
  const rows = await oldestOpen<Other>(
    place,
    db
      .from(db.raw(PAYMENTS, { over: [...OVER] }))
      .where(reference ? { "c.id": reference } : {})
      .whereRaw(IS_LEFT)
      .select("c.*"),
    {
      key: "'other-amount:' || c.id || case when c.is_used_up then ':rest' else '' end",
      openedAt:
        "case when c.is_used_up then c.refunded_at else coalesce(c.outcome_at, c.opened_at) end",
    }
  )
  return rows.map((row) => ({
    ...ofPayment(row),
    key: row.cause_key,
    kind: "other-amount",
    title: "Order of another amount",
    order_id: row.order_id,
    opened_at: row.caused_at,
    note_needed: true,
    ...(row.is_used_up ? ofRest(row) : ofDifference(row)),
  }))
}

type About = Pick<Cause, "text" | "actions">

function ofDifference(row: Other): About {
  const whatToDo =
    paidAmount(row) > owedAmount(row)
      ? "Refund the difference from the order's page, or agree on it with the shopper."
      : "The shopper has paid too little: ask them for the difference, or agree on it with them."
  return {
    text: `${whatDiffers(row)}. ${whatToDo}`,
    actions: ["resolve"],
  }
}

/** Told of anew, though somebody has dealt with the difference before. */
function ofRest(row: Other): About & Pick<Cause, "amount"> {
  const { amount, back, currency } = row
  const money = (cents: number) => moneyInWords(cents, currency)
  const left = paidAmount(row) - back
  return {
    text: `${whatDiffers(row)}. Medusa's payment is of ${money(amount)} and all of it is refunded or on its way, so ${money(left)} that the shopper has paid cannot be refunded from the order's page: return them from here.`,
    amount: left,
    actions: ["refund", "resolve"],
  }
}

/** What had to be paid, in cents, as far as it is known. */
function owedAmount({ order_amount, amount }: CheckoutRow): number {
  return order_amount ?? amount
}

function whatDiffers(row: CheckoutRow): string {
  const { amount, order_amount, currency } = row
  const paid = moneyInWords(paidAmount(row), currency)
  const owed = moneyInWords(owedAmount(row), currency)
  const what =
    order_amount === null
      ? `${owed} were asked for`
      : `the order came to ${owed}`
  return paidAmount(row) === amount
    ? `${paid} were paid, ${what}: the cart changed in the moment it was completed`
    : `${paid} were paid, ${what}: the service holds another amount than was asked for`
}
