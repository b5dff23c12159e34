import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type { RefundRequestRow, Urgency } from "../../modules/instalments/types"
import { log, messageOf } from "../../modules/instalments/log"
import { isOver } from "../../modules/instalments/rules"
import { announce } from "./announce"
import { orderLease } from "../order-lease"
import { releaseRefunds, seeToBooks } from "./books/release"

/** A merchant's refunds wait so long for their place among others. */
const MAX_WAIT_MS = 30_000
/** Core's refunds of an order follow each other; each takes a second or so. */
const LEASE_WAIT_MS = 60_000

/**
 * Releases and sends the refunds of an order that core has booked now. What is
 * not whole yet, or has to wait, is left to the job.
 */
export async function releaseAndSend(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const filed = { status: "filed" as const }
  if ((await ledger.listRefundRequests(filed, { take: 1 })).length === 0) {
    return
  }
  const released = await ledger.leases.run(
    orderLease(orderId),
    () => releaseRefunds(container, orderId, () => false),
    { waitMs: LEASE_WAIT_MS }
  )
  await sendInTime(container, released, {
    forMs: MAX_WAIT_MS,
    urgency: "on_demand",
  })
}

/**
 * Sends refund requests that are due one after the other, as long as there is
 * time, and tells the store what became of them. Answers how many were sent.
 */
export async function sendInTime(
  container: MedusaContainer,
  rows: RefundRequestRow[],
  { forMs, urgency }: { forMs: number; urgency: Urgency }
): Promise<number> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const { stopwatch } = ledger.limits
  const until = stopwatch.elapsed() + forMs
  let sent = 0
  for (const row of rows) {
    const maxWaitMs = until - stopwatch.elapsed()
    if (maxWaitMs <= 0) {
      break
    }
    const { status, send_after } = row
    if (status !== "scheduled" || send_after.getTime() > ledger.now()) {
      continue
    }
    try {
      const after = await ledger.sending.send(row, { maxWaitMs, urgency })
      await announce(container, row, after)
      if (after && isOver(after.status)) {
        await seeToBooks(container)
      }
      sent += after && after.status !== "scheduled" ? 1 : 0
    } catch (error) {
      // One that fails never stops the others.
      log(container).error(
        `Refund request ${row.id} was not sent: ${messageOf(error)}`,
        row
      )
    }
  }
  return sent
}
