import type { MedusaContainer } from "@medusajs/framework/types"
import {
  MedusaError,
  Modules,
  PaymentCollectionStatus,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  createOrUpdateOrderPaymentCollectionWorkflow,
  createPaymentSessionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  amount,
  isPending,
  PROVIDER_ID,
  REUSE_MS,
  unreserved,
} from "../../modules/instalments/rules"
import type {
  CheckoutRow,
  InstalmentsModuleService,
} from "../../modules/instalments/types"
import { orderLease } from "../order-lease"
import { readOrderPayments } from "../settle/read-payments"
import { askInCents } from "./ask-for-owed"
import type { Balance } from "./read-balance"
import { readPayability } from "./payment-link"
import { MANUAL_PROVIDER, type NoLink } from "./why-no-link"

/** How long a shopper waits while the order's books are written. */
const LEASE_WAIT_MS = 10_000
/** More checkouts than an order ever has. */
const LOOKED_AT = 20
/** The states of a payment collection in which a payment is noted by hand. */
const NOTED: string[] = [
  PaymentCollectionStatus.AUTHORIZED,
  PaymentCollectionStatus.PARTIALLY_AUTHORIZED,
]

// The provider has just written it; it holds nothing from a browser.
const opened = z.object({ data: z.object({ payment_url: z.string() }) })

/**
 * Opens a checkout for what an order owes now, and answers its payment page; an
 * open checkout for the same amount is reused while it can be paid. Answers the
 * reason instead when the order cannot be paid in instalments, and `owed` (cents)
 * when that is not the amount that was `shown` to the shopper. The order's lease
 * is held, so nothing else changes its books meanwhile.
 *
 * The shopper comes back to `page`, with `?back=1` after paying.
 *
 * @throws MedusaError when there is no such order, when others keep the order
 * busy, or when the service gives no checkout.
 */
export async function openBalanceCheckout(
  container: MedusaContainer,
  { orderId, page, shown }: { orderId: string; page: string; shown?: number }
): Promise<{ payment_url: string } | { reason: NoLink } | { owed: number }> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  return ledger.leases.run(
    orderLease(orderId),
    async () => {
      const { balance, reason } = await readPayability(orderId, container)
      if (reason) {
        return { reason }
      }
      if (shown !== undefined && shown !== balance.owed) {
        return { owed: balance.owed }
      }
      const last = await readLastCheckout(ledger, balance)
      // With a payment noted by hand for the same amount, this checkout's
      // payment would be returned. A new session makes core remove the note.
      const isFree = unreserved(balance) >= balance.owed
      if (
        isFree &&
        last?.payment_url &&
        isStillPayable(last, balance.owed, ledger)
      ) {
        return { payment_url: last.payment_url }
      }
      const payment_url = await openAnother(container, balance, page)
      return { payment_url }
    },
    { waitMs: LEASE_WAIT_MS }
  )
}

/**
 * The current checkout for what an order owes: one that can be paid for the owed amount
 * (cents), else the one that was opened or paid, or whose payment changed, last. That
 * another ended unpaid is no news beside an older one's payment.
 */
export async function readLastCheckout(
  ledger: InstalmentsModuleService,
  { order_id, owed }: Pick<Balance, "order_id" | "owed">
): Promise<CheckoutRow | undefined> {
  const rows = await ledger.listCheckouts(
    { order_id, cart_id: null },
    { order: { opened_at: "DESC" }, take: LOOKED_AT }
  )
  const latest = (row: CheckoutRow) =>
    Math.max(
      ...(row.outcome === "closed"
        ? [row.opened_at, row.poll_requested_at]
        : [row.opened_at, row.paid_at, row.outcome_at]
      ).map((at) => Number(at))
    )
  return (
    rows.find((row) => isStillPayable(row, owed, ledger)) ??
    rows.sort((a, b) => latest(b) - latest(a))[0]
  )
}

/**
 * Whether a checkout can still be paid and has this amount (cents); then no
 * other is opened.
 */
export function isStillPayable(
  { status, outcome, amount, opened_at, payment_url }: CheckoutRow,
  owed: number,
  ledger: Pick<InstalmentsModuleService, "now">
): boolean {
  return (
    isPending(status) &&
    outcome === "open" &&
    payment_url !== null &&
    amount === owed &&
    ledger.now() - opened_at.getTime() < REUSE_MS
  )
}

async function openAnother(
  container: MedusaContainer,
  { order_id, owed: cents, currency }: Balance,
  page: string
): Promise<string> {
  const { result } = await createOrUpdateOrderPaymentCollectionWorkflow(
    container
  ).run({ input: { order_id } })
  // Core answers a list of one for a new collection, and the object itself for
  // a changed one.
  const [collection] = z
    .array(z.object({ id: z.string(), amount }))
    .parse([result ?? []].flat())
  if (!collection) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Medusa has made no payment collection for order ${order_id}. Look at what the order owes, then try again.`,
      "instalments_unavailable"
    )
  }
  await cancelNotes(order_id, container)
  await askInCents(collection, { cents, currency }, container)
  const { result: session } = await createPaymentSessionsWorkflow(
    container
  ).run({
    input: {
      payment_collection_id: collection.id,
      provider_id: PROVIDER_ID,
      data: { success_url: `${page}?back=1`, cancel_url: page },
    },
  })
  return opened.parse(session).data.payment_url
}

/**
 * Cancels the payments of an order that are noted by hand. `whyNoLink` lets no others
 * pass, and one that is authorised since is left alone. Of several payment collections
 * core takes any one, and cancels a note in that one only; beside another, what is owed
 * counts as paid elsewhere. Core does not export its workflow for one collection, and
 * runs it by this name.
 */
async function cancelNotes(orderId: string, container: MedusaContainer) {
  const { collections } = await readOrderPayments(orderId, container)
  const workflows = container.resolve(Modules.WORKFLOW_ENGINE)
  const noted = collections.filter(
    ({ status, payments }) =>
      NOTED.includes(status) &&
      payments.every(
        ({ canceled_at, provider_id }) =>
          canceled_at || provider_id === MANUAL_PROVIDER
      )
  )
  for (const { id } of noted) {
    await workflows.run("cancel-payment-collection", {
      input: { payment_collection_id: id },
    })
  }
}
