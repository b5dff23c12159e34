import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN, PaymentSessionStatus } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { PROVIDER_ID } from "../name"
import { toCents } from "./money"
import { moneyInWords } from "./money-in-words"
import { amount, list } from "./queried"

/**
 * Whether an order is cancelled. Core lets a merchant archive one, and its status is
 * `archived` then.
 */
export const isCancelled = (order: { status: string; canceled_at?: unknown }) =>
  order.status === "canceled" || Boolean(order.canceled_at)

/**
 * The fields of `orderBalance` for Medusa's query. When the total is also
 * queried, Medusa counts what a return asks back as owed.
 */
export const BALANCE_FIELDS = [
  ...["id", "display_id", "custom_display_id", "is_draft_order"],
  ...[
    "status",
    "canceled_at",
    "currency_code",
    "region_id",
    "summary",
    "total",
  ],
  ...["provider_id", "amount", "canceled_at"].map(
    (field) => `payment_collections.payments.${field}`
  ),
  ...["captures.amount", "refunds.amount"].map(
    (field) => `payment_collections.payments.${field}`
  ),
  ...["provider_id", "amount", "status"].map(
    (field) => `payment_collections.payment_sessions.${field}`
  ),
]

/**
 * What an order owes: after an edit, an exchange, a claim, or because nothing
 * was paid yet. A cancelled order owes nothing, and a draft owes nothing yet.
 */
export const orderBalance = z
  .object({
    id: z.string(),
    display_id: z.number(),
    custom_display_id: z.string().nullish(),
    status: z.string(),
    canceled_at: z.unknown(),
    is_draft_order: z.boolean().nullish(),
    currency_code: z.string(),
    region_id: z.string().nullish(),
    summary: z.object({ pending_difference: amount }).nullish(),
    payment_collections: list(
      z.object({
        payments: list(
          z.object({
            provider_id: z.string(),
            amount,
            canceled_at: z.unknown(),
            captures: list(z.object({ amount })),
            refunds: list(z.object({ amount })),
          })
        ),
        payment_sessions: list(
          z.object({ provider_id: z.string(), amount, status: z.string() })
        ),
      })
    ),
  })
  .transform(
    ({ id, summary, currency_code, payment_collections, ...order }) => {
      const is_cancelled = isCancelled(order)
      const is_draft = order.is_draft_order ?? false
      const payments = payment_collections.flatMap((one) => one.payments)
      const pending = summary?.pending_difference ?? 0
      const cents =
        is_cancelled || is_draft
          ? 0
          : pendingCents(pending, payments, currency_code)
      const authorized = payments
        .filter(({ canceled_at }) => !canceled_at)
        .map(({ provider_id, amount, captures }) => {
          const captured = captures.map((one) => one.amount)
          const left = MathBN.sub(amount, MathBN.sum(0, ...captured))
          return { provider_id, left, is_deferred: false }
        })
      // Core gives such a session another status as it makes its payment.
      const deferred = payment_collections
        .flatMap(({ payment_sessions }) => payment_sessions)
        .filter(
          ({ status }) => status === PaymentSessionStatus.PENDING_AUTHORIZATION
        )
        .map(({ provider_id, amount: left }) => ({
          ...{ provider_id, left, is_deferred: true },
        }))
      const authorizations = [...authorized, ...deferred]
        .filter(({ provider_id }) => provider_id !== PROVIDER_ID)
        .map(({ left, ...one }) => {
          // More may be captured than authorised: tips, and decimals of taxes.
          const cents = toCents(MathBN.max(0, left), currency_code)
          return { ...one, amount: cents }
        })
        .filter(({ amount }) => amount > 0)
      return {
        order_id: id,
        /** The number that people know the order by: the shop's own, else Medusa's. */
        number: order.custom_display_id || String(order.display_id),
        /** Medusa's number, which tells the order that was made first. */
        display_id: order.display_id,
        is_cancelled,
        is_draft,
        /** Upper case. */
        currency: currency_code.toUpperCase(),
        region_id: order.region_id ?? null,
        /** Integer cents; 0 also when the shop owes the shopper. */
        owed: Math.max(0, cents),
        /** What the shop owes the shopper, when no refund is made. Integer cents. */
        overpaid: Math.max(0, 0 - cents),
        /**
         * What other providers have authorised for it, in any payment
         * collection, and may still capture; `is_deferred` of a payment that is
         * under way, as a bank debit is for days: core has placed the order and
         * made no payment yet. Core counts both as owed until then, so a shopper
         * who paid it again would pay twice. Integer cents.
         */
        authorizations,
      }
    }
  )

type Entry = { amount: BigNumberInput }
type Paid = { captures: Entry[]; refunds: Entry[] }

/**
 * What an order's total comes to, in cents, less what was paid of it, payment by
 * payment. Tax on top of prices leaves fractions of a cent, and each payment was
 * rounded by itself: R 695,655 and R 1 297,755 are one cent less together than apart.
 * Negative when too much was paid.
 */
function pendingCents(
  pending: BigNumberInput,
  payments: Paid[],
  currency: string
): number {
  // Core answers 0 for a cent or less.
  if (MathBN.eq(pending, 0)) {
    return 0
  }
  const sumOf = (entries: Entry[]) =>
    MathBN.sum(0, ...entries.map((entry) => entry.amount))
  const exactly = payments.map(({ captures, refunds }) =>
    MathBN.sub(sumOf(captures), sumOf(refunds))
  )
  const paid = payments.map(
    ({ captures, refunds }) =>
      toCents(sumOf(captures), currency) - toCents(sumOf(refunds), currency)
  )
  const total = MathBN.sum(pending, ...exactly)
  return paid.reduce((rest, one) => rest - one, signedCents(total, currency))
}

function signedCents(amount: BigNumberInput, currency: string): number {
  return MathBN.lt(amount, 0)
    ? 0 - toCents(MathBN.abs(amount), currency)
    : toCents(amount, currency)
}

/**
 * The part of what an order owes that no other provider has authorised. Cents. What is
 * left by rounding each authorised payment is none.
 */
export function unreserved({
  owed,
  authorizations,
}: Pick<Balance, "owed" | "authorizations">): number {
  const rest = authorizations.reduce((left, { amount }) => left - amount, owed)
  return Math.abs(rest) <= authorizations.length ? 0 : rest
}

/**
 * Why so much cannot be paid of an order now, in words for a shopper; null when it can.
 */
export function whyNotDue(
  asked: { cents: number; currency: string },
  balance: Balance
): string | null {
  const { number, owed, currency } = balance
  if (balance.is_draft) {
    return `Order ${number} is a draft. It can be paid once the shop has confirmed it.`
  }
  if (owed === 0) {
    return `Order ${number} owes nothing. Nothing has to be paid.`
  }
  if (asked.currency !== currency || asked.cents > owed) {
    return `Order ${number} owes ${moneyInWords(owed, currency)} now, not ${moneyInWords(asked.cents, asked.currency)}. Begin again from the order.`
  }
  return asked.cents > unreserved(balance) ? takenElsewhere(balance) : null
}

/** For a shopper who asks to pay what another provider has authorised, or has under way. */
export function takenElsewhere(balance: Balance): string {
  return `This order is being paid in another way already. ${restInWords(unreserved(balance), balance.currency)}`
}

/** What becomes of the part of an order (cents) that nobody has authorised. */
export function restInWords(cents: number, currency: string): string {
  return cents > 0
    ? `It owes ${moneyInWords(cents, currency)} more. Please ask the shop how to pay that.`
    : "Nothing more has to be paid now."
}

/** See `orderBalance`. */
export type Balance = z.output<typeof orderBalance>
