import { paidAmount } from "../checkout/state"
import type { CheckoutRow, RefundRequestRow } from "../ledger/rows"
import { backOf, isOfSurplus, isOver, THERE } from "../refunds/state"
import { moneyInWords } from "./money-in-words"

/**
 * What a source holds of a checkout, in cents: what was paid, and what of it is
 * refunded or on its way back.
 */
export type Held = { paid: number; back: number }

/** The three sources, side by side. */
export type Sources = Record<"service" | "ledger" | "medusa", Held>

/** What Medusa's books hold of a checkout's payment, in cents. */
export type MedusaHeld = {
  payment_id: string
  captured: number
  /** Each is rounded by itself; `refunded` is their sum, rounded once. */
  refunds: { id: string; amount: number }[]
  refunded: number
  /** What the order's transactions hold of it; null where it has no order. */
  transactions: { captured: number; refunded: number } | null
}

/**
 * One difference between two sources, in words. `amount` is the first one's cents
 * less the second one's; those of the same `of` add up to the whole difference.
 */
export type Difference = {
  of:
    | `service-ledger ${keyof Held}`
    | `ledger-medusa ${keyof Held}`
    | "books"
    | "service only"
    | "medusa only"
  amount: number
  text: string
  /** It has to be so at the moment, and goes by itself or was decided. */
  explained: boolean
}

type Checkout = Pick<
  CheckoutRow,
  | "status"
  | "contradiction"
  | "outcome"
  | "amount"
  | "paid_amount"
  | "currency"
  | "order_amount"
>
type Refund = Pick<
  RefundRequestRow,
  | "id"
  | "amount"
  | "status"
  | "service_status"
  | "service_amount"
  | "refund_request_id"
  | "reason"
  | "refund_id"
  | "books_after"
  | "books_error"
>
type Line = {
  checkout: Checkout | null
  refunds: Refund[]
  medusa: MedusaHeld | null
}

/** What each source holds of a checkout now. */
export function sourcesOf({ checkout, refunds, medusa }: Line): Sources {
  const isPaid = checkout?.status === "successful"
  const sum = (cents: (refund: Refund) => number) =>
    refunds.reduce((all, refund) => all + cents(refund), 0)
  return {
    service: {
      paid: isPaid && !checkout.contradiction ? paidAmount(checkout) : 0,
      back: sum(atService),
    },
    ledger: { paid: isPaid ? checkout.amount : 0, back: sum(inLedger) },
    medusa: { paid: medusa?.captured ?? 0, back: medusa?.refunded ?? 0 },
  }
}

/**
 * The service has it, and has not called it failed. One that was freed, as Medusa did
 * not book it, has no id: it stands apart, among what the service alone has.
 */
function atService(refund: Refund): number {
  const { refund_request_id, service_status } = refund
  const isThere = refund_request_id !== null && service_status !== null
  return isThere && service_status !== "failed" ? backOf(refund) : 0
}

function inLedger({ status, amount }: Refund): number {
  return isOver(status) ? 0 : amount
}

/** Every difference between the sources of a checkout; none when they agree. */
export function differencesOf(line: Line, currency: string): Difference[] {
  const sources = sourcesOf(line)
  const money = (cents: number) => moneyInWords(cents, currency)
  return [
    ...paidAtService(line, sources, money),
    ...paidInMedusa(line, sources, money),
    ...refundsAtService(line, money),
    ...refundsInMedusa(line, sources, money),
    ...insideTheBooks(line, sources, money),
  ]
}

type InWords = (cents: number) => string

function paidAtService(
  { checkout }: Line,
  { service, ledger }: Sources,
  money: InWords
): Difference[] {
  const amount = service.paid - ledger.paid
  const text = checkout?.contradiction
    ? `The service says ${checkout.contradiction} now of ${money(ledger.paid)} that the ledger holds paid.`
    : `The service holds ${money(service.paid)} paid, the ledger ${money(ledger.paid)}.`
  return named("service-ledger paid", amount, text)
}

function paidInMedusa(
  { checkout, medusa }: Line,
  { ledger }: Sources,
  money: InWords
): Difference[] {
  const captured = medusa?.captured ?? 0
  const amount = ledger.paid - captured
  const hasOrder = checkout?.outcome === "placed"
  const text =
    !hasOrder && captured === 0
      ? `${money(ledger.paid)} is paid and has no order (${checkout?.outcome}): Medusa has no payment of it.`
      : `Medusa holds ${money(captured)} captured, the ledger ${money(ledger.paid)} paid.`
  return named("ledger-medusa paid", amount, text, !hasOrder && captured === 0)
}

function refundsAtService({ refunds }: Line, money: InWords): Difference[] {
  return refunds.flatMap((refund) => {
    const { id, status, service_status, service_amount } = refund
    const amount = atService(refund) - inLedger(refund)
    const isThere = THERE.some((there) => there === status)
    const what = `refund request ${id} of ${money(refund.amount)}`
    const other = service_amount === null ? [] : [money(service_amount)]
    const word = [service_status, ...other].join(" and ")
    const text =
      service_status !== null
        ? `The service says ${word} of ${what}, the ledger ${status}.`
        : isThere
          ? `The ledger says ${status} of ${what}, and keeps no word of the service.`
          : status === "in_doubt"
            ? `It is not known whether the service has ${what}, which is in doubt.`
            : `The service does not have ${what} yet, which is ${status}.`
    const waits = service_status === null && !isThere
    return named("service-ledger back", amount, text, waits)
  })
}

function refundsInMedusa(
  { checkout, refunds, medusa }: Line,
  { ledger }: Sources,
  money: InWords
): Difference[] {
  const of = "ledger-medusa back"
  const booked = new Map(medusa?.refunds.map(({ id, amount }) => [id, amount]))
  const found = refunds.flatMap((refund) => {
    const { id, refund_id, status, reason } = refund
    const inMedusa = booked.get(refund_id ?? "")
    booked.delete(refund_id ?? "")
    const what = `refund request ${id} of ${money(refund.amount)}`
    if (isOver(status)) {
      const text = `Medusa holds refund ${refund_id} of ${money(inMedusa ?? 0)}, the ledger's refund request ${id} of it is ${status}.`
      // Medusa's books are put right within minutes, unless they have to wait.
      const { books_after, books_error } = refund
      const isSoon = books_after !== null && books_error === null
      return named(of, -(inMedusa ?? 0), text, isSoon)
    }
    if (inMedusa !== undefined) {
      return []
    }
    // Returned before its order was placed after all, it went back once too often.
    const isReturn = reason === "unplaced" && checkout?.outcome !== "placed"
    const isSurplus = isOfSurplus(refund)
    const text = isReturn
      ? `The ledger holds ${what} for a payment without an order: Medusa has no refund of it.`
      : isSurplus
        ? `The ledger holds ${what} for what was paid beyond Medusa's payment: Medusa has no refund of it.`
        : `The ledger holds ${what} (${status}), Medusa no refund of it.`
    return named(of, refund.amount, text, isReturn || isSurplus)
  })
  for (const [id, amount] of booked) {
    const text = `Medusa holds refund ${id} of ${money(amount)}, the ledger no refund request.`
    found.push(...named(of, -amount, text))
  }
  // What is left: amounts that differ, and fractions of a cent that add up.
  const back = medusa?.refunded ?? 0
  const rest =
    ledger.back - back - found.reduce((sum, { amount }) => sum + amount, 0)
  const text = `Medusa holds ${money(back)} refunded, the ledger ${money(ledger.back)}.`
  return [...found, ...named(of, rest, text)]
}

/** What one source alone contradicts in itself. */
function insideTheBooks(
  { checkout, medusa }: Line,
  { ledger }: Sources,
  money: InWords
): Difference[] {
  const { captured = 0, refunded = 0, transactions = null } = medusa ?? {}
  const found: Difference[] = []
  const name = (amount: number, text: string) =>
    found.push(...named("books", amount, text))
  if (transactions) {
    name(
      captured - transactions.captured,
      `Medusa's payment holds ${money(captured)} captured, its order's transactions ${money(transactions.captured)}.`
    )
    name(
      refunded - transactions.refunded,
      `Medusa's payment holds ${money(refunded)} refunded, its order's transactions ${money(transactions.refunded)}.`
    )
  }
  const paid = checkout?.status === "successful" ? paidAmount(checkout) : 0
  if (checkout?.outcome === "placed" && checkout.order_amount !== null) {
    const { order_amount, amount } = checkout
    // What was paid too much may be refunded, and so may all of it: also what Medusa
    // cannot refund, once it can refund nothing more.
    const isUsedUp = ledger.back >= amount
    const back = paid > order_amount && !isUsedUp ? paid - order_amount : paid
    name(
      ledger.back < back ? paid - order_amount : 0,
      `${money(paid)} was paid for an order that came to ${money(order_amount)} when it was placed.`
    )
  }
  name(
    Math.min(0, paid - ledger.back),
    `The ledger holds ${money(ledger.back)} refunded or on its way of ${money(paid)} paid.`
  )
  return found
}

/** The difference, when there is one. */
function named(
  of: Difference["of"],
  amount: number,
  text: string,
  explained = false
): Difference[] {
  // `-0` is none either.
  return amount === 0 ? [] : [{ of, amount, text, explained }]
}
