import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  createOrUpdateOrderPaymentCollectionWorkflow,
  createPaymentSessionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  PROVIDER_ID,
  REUSE_MS,
  unpromised,
} from "../../modules/instalments/rules"
import type {
  CheckoutRow,
  InstalmentsModuleService,
} from "../../modules/instalments/types"
import { turnOf } from "../order-turn"
import type { Balance } from "./read-balance"
import { readPayability } from "./payment-link"
import type { NoLink } from "./why-no-link"

/** A shopper waits for so long while the order's books are written. */
const TURN_MS = 10_000
/** More checkouts than an order gets while it owes one amount after another. */
const LOOKED_AT = 20

// The provider wrote it a moment ago; nothing of a browser's is in it.
const opened = z.object({ data: z.object({ payment_url: z.string() }) })

/**
 * Opens a checkout for what an order owes now, and answers its payment page; the
 * one that is open for the same amount is found again while it can be paid. Answers
 * the reason instead when the order cannot be paid in instalments. Nobody else
 * writes the order's books meanwhile.
 *
 * The shopper comes back to `page`, with `?back=1` after paying.
 *
 * @throws MedusaError when there is no such order, when others keep the order
 * busy, or when the service gives no checkout.
 */
export async function openBalanceCheckout(
  container: MedusaContainer,
  { orderId, page }: { orderId: string; page: string }
): Promise<{ payment_url: string } | { reason: NoLink }> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  return ledger.leases.run(
    turnOf(orderId),
    async () => {
      const { balance, reason } = await readPayability(orderId, container)
      if (reason) {
        return { reason }
      }
      const last = await readLastCheckout(ledger, balance)
      // What is noted by hand beside it would send its payment back: asking anew
      // takes that out.
      const isFree = unpromised(balance) >= balance.owed
      if (
        isFree &&
        last?.payment_url &&
        isStillPayable(last, balance.owed, ledger)
      ) {
        return { payment_url: last.payment_url }
      }
      const payment_url = await openAnother(container, { orderId, page })
      return { payment_url }
    },
    { waitMs: TURN_MS }
  )
}

/**
 * The checkout for what an order owes that counts now: the one that can be paid for
 * the amount that it owes (cents), else the one to which something happened last.
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
      ...[row.opened_at, row.paid_at, row.outcome_at].map((at) => Number(at))
    )
  return (
    rows.find((row) => isStillPayable(row, owed, ledger)) ??
    rows.sort((a, b) => latest(b) - latest(a))[0]
  )
}

/**
 * Whether a checkout may be paid still, and is of this amount (cents): another is
 * not opened beside it.
 */
export function isStillPayable(
  { status, outcome, amount, opened_at, payment_url }: CheckoutRow,
  owed: number,
  ledger: Pick<InstalmentsModuleService, "now">
): boolean {
  return (
    status === "received" &&
    outcome === "open" &&
    payment_url !== null &&
    amount === owed &&
    ledger.now() - opened_at.getTime() < REUSE_MS
  )
}

async function openAnother(
  container: MedusaContainer,
  { orderId, page }: { orderId: string; page: string }
): Promise<string> {
  const { result } = await createOrUpdateOrderPaymentCollectionWorkflow(
    container
  ).run({ input: { order_id: orderId } })
  // A list of one when it was made, and itself when it was changed.
  const [collection] = z
    .array(z.object({ id: z.string() }))
    .parse([result ?? []].flat())
  if (!collection) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Medusa has made no payment collection for order ${orderId}. Look at what the order owes, then try again.`
    )
  }
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
