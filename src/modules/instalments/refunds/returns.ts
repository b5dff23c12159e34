import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MedusaError } from "@medusajs/framework/utils"
import { next, paidAmount, stateOf } from "../checkout/state"
import { CheckoutOutcomes } from "../checkout/outcomes"
import { moneyInWords } from "../domain/money-in-words"
import { refused } from "../domain/refund-rules"
import type { Lease } from "../ledger/lease"
import type { CheckoutRow, RefundRequestRow } from "../ledger/rows"
import type { InstalmentsOptions } from "../options/parse-options"
import { lockedCheckout, RefundFiling, requestsOf } from "./filing"
import { askedFor, backOf, isOver, onItsWay, whyItEnded } from "./state"

/** The way back of money that has arrived and has no order. */
export class PaymentReturns {
  constructor(
    private readonly db: Knex,
    private readonly options: InstalmentsOptions,
    private readonly now: () => number
  ) {}

  /**
   * Files a refund request for all that is left of a payment and calls its checkout
   * returned, in one commit, which only the holder of the payment's lease can make.
   * What is on its way back already is not filed twice: `filed` is null then.
   *
   * @throws MedusaError (not allowed) when a rule forbids the refund; (conflict) when
   * the lease was lost.
   */
  async file(
    id: string,
    reason: string,
    lease: Lease
  ): Promise<{ row: CheckoutRow; filed: RefundRequestRow | null }> {
    return this.leaving(id, lease, async ({ trx, checkout, filing, now }) => {
      const amount = await leftOf(trx, checkout)
      const filed =
        amount > 0
          ? await filing.file({ reference: id, amount, reason: "unplaced" })
          : null
      const outcomes = new CheckoutOutcomes(trx)
      const row = await outcomes.returned(id, { reason, now })
      return { row: row ?? checkout, filed }
    })
  }

  /**
   * Files what the service's support has refunded of a payment by itself, and calls
   * its checkout returned when nothing of it is left: in one commit, as `file` does.
   * `amount` is cents.
   *
   * @throws MedusaError (not allowed) when it cannot be this payment's; (conflict)
   * when the lease was lost.
   */
  async book(
    reference: string,
    made: { refund_request_id: string; amount: number },
    lease: Lease
  ): Promise<RefundRequestRow> {
    return this.leaving(
      reference,
      lease,
      async ({ trx, checkout, filing, now }) => {
        const asked = { reference, reason: "unplaced" as const, ...made }
        const filed = await filing.file(asked)
        if ((await leftOf(trx, checkout)) <= 0) {
          const reason =
            checkout.held_reason ?? "The service's support has refunded it"
          const outcomes = new CheckoutOutcomes(trx)
          await outcomes.returned(reference, { reason, now })
        }
        return filed
      }
    )
  }

  /**
   * Files a refund request for what the shopper has paid beyond Medusa's payment, once
   * all of that is refunded or on its way: Medusa has no books of it. Null when there
   * is nothing of the kind.
   *
   * @throws MedusaError (not allowed) when a rule forbids the refund.
   */
  async fileSurplus(reference: string): Promise<RefundRequestRow | null> {
    return this.db.transaction(async (trx) => {
      const checkout = await lockedCheckout(trx, reference)
      if (checkout?.outcome !== "placed") {
        return null
      }
      const rows = await requestsOf(trx, reference)
      const paid = paidAmount(checkout)
      // What Medusa can still refund is what its own books leave, whatever the service says.
      const beyondBooks = paid - askedFor(rows)
      const amount = Math.min(beyondBooks, paid - onItsWay(rows))
      return amount > 0 && beyondBooks <= paid - checkout.amount
        ? new RefundFiling(trx, this.options, this.now).file({
            ...{ reference, amount },
            reason: "merchant",
          })
        : null
    })
  }

  /** Runs in one commit what the holder of a payment's lease returns of it. */
  private async leaving<T>(
    id: string,
    lease: Lease,
    work: (with_: {
      trx: Knex
      checkout: CheckoutRow
      filing: RefundFiling
      now: Date
    }) => Promise<T>
  ): Promise<T> {
    const now = this.now()
    return this.db.transaction(async (trx) => {
      await lease.confirm(trx)
      const checkout = await lockedCheckout(trx, id)
      if (!checkout) {
        throw new MedusaError(
          MedusaError.Types.NOT_FOUND,
          `The ledger has no checkout ${id}.`,
          "instalments_not_found"
        )
      }
      const moved = next(stateOf(checkout), "returned")
      if ("refusal" in moved) {
        throw refused(moved.refusal)
      }
      const filing = new RefundFiling(trx, this.options, () => now)
      return work({ trx, checkout, filing, now: new Date(now) })
    })
  }

  /** The cents of a checkout that are refunded or on their way. */
  async onItsWay(reference: string): Promise<number> {
    return onItsWay(await requestsOf(this.db, reference))
  }

  /**
   * Keeps the outcome of a payment that no order took true when one of its refund
   * requests has ended: `returned` needs all of it refunded or on its way, else it
   * is `held` for a person; a held one of which all is on its way is `returned`.
   * Answers the row when its outcome has changed.
   */
  async recount(reference: string): Promise<CheckoutRow | null> {
    const now = new Date(this.now())
    return this.db.transaction(async (trx) => {
      const checkout = await lockedCheckout(trx, reference)
      if (checkout?.status !== "successful") {
        return null
      }
      const rows = await requestsOf(trx, reference)
      const left = paidAmount(checkout) - onItsWay(rows)
      const outcomes = new CheckoutOutcomes(trx)
      if (checkout.outcome === "returned" && left > 0) {
        const reason = stillHere(checkout, left, rows)
        return outcomes.notReturned(reference, { reason, now })
      }
      return checkout.outcome === "held" && left <= 0
        ? outcomes.returned(reference, { reason: null, now })
        : null
    })
  }
}

/** The cents of a payment that are neither refunded nor on their way. */
async function leftOf(trx: Knex, checkout: CheckoutRow): Promise<number> {
  return paidAmount(checkout) - onItsWay(await requestsOf(trx, checkout.id))
}

function stillHere(
  { held_reason, currency }: CheckoutRow,
  left: number,
  rows: RefundRequestRow[]
): string {
  const last = rows
    .filter((row) => isOver(row.status) || backOf(row) < row.amount)
    .at(-1)
  const reason = held_reason ?? "It has no order"
  const money = moneyInWords(left, currency)
  const failure =
    last?.status === "withdrawn"
      ? `${money} of it was to be returned, and the merchant has withdrawn that`
      : !last || isOver(last.status)
        ? `${money} of it could not be returned: ${whyItEnded(last ?? { last_error: null })}. Speak to the service's support before you return it again`
        : `${money} of it is not returned: the service says that it refunds ${moneyInWords(backOf(last), currency)} of the ${moneyInWords(last.amount, currency)} that were asked for. Speak to its support before you return the rest`
  // Returned again in vain for the same cause, it is said once.
  return reason.includes(failure) ? reason : `${reason}; ${failure}`
}
