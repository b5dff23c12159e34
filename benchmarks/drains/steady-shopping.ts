import { TABLES } from "../../src/modules/instalments/ledger/rows"
import { reconcileCheckoutsWorkflow } from "../../src/workflows"
import { quantile } from "../capacity/black-friday"
import { TODAY } from "../capacity/costs"
import { FIRST_LOOK, Pending } from "../capacity/pending"
import { Reconciling } from "../capacity/reconciling"
import type { Figure } from "../figure"
import type { BenchStore } from "../store/boot"
import { beginInVirtualTime } from "../store/virtual-time"
import { everyMinute } from "./every-minute"
import { sandboxCheckout } from "./sandbox-checkout"

const MINUTE = 60_000
const MINUTES = 10 * 60
/** Of these the waits are measured: the others may not be found in time. */
const MEASURED_MINUTES = 5 * 60
/** Checkouts a minute: so many are paid and known, lapse, are paid unseen. */
const OPENED = { known: 44, lapsed: 5, lost: 1 }

/**
 * Ten hours of shopping in virtual time, with one payment a minute whose callback
 * is lost: how long until the real job finds it, against what the simulation of
 * `benchmarks/capacity` says of the same hours.
 */
export async function steadyShopping(store: BenchStore): Promise<Figure[]> {
  await beginInVirtualTime(store)
  const { ledger, sandbox, container } = store
  const begin = sandbox.now()
  let minute = 0
  let due = 0
  const run = async () => {
    await openMinute(store)
    minute++
    await reconcileCheckoutsWorkflow(container).run()
    due += (await ledger.health.backlog()).due / MINUTES
  }
  await everyMinute(store, run, async () => minute === MINUTES)
  const rows = await ledger["db"](TABLES.checkout)
    .whereLike("cart_id", "lost_%")
    .where("opened_at", "<", new Date(begin + MEASURED_MINUTES * MINUTE))
    .select<{ opened_at: Date; paid_at: Date | null }[]>("opened_at", "paid_at")
  const waits: number[] = []
  for (const { opened_at, paid_at } of rows) {
    const found = paid_at?.getTime() ?? sandbox.now()
    const due = opened_at.getTime() + FIRST_LOOK * MINUTE
    const waited = Math.max(0, Math.round((found - due) / MINUTE))
    waits[waited] = (waits[waited] ?? 0) + 1
  }
  const simulated = simulate()
  return [
    compare("half of the lost ones found", "minutes", [
      quantile(waits, 0.5),
      quantile(simulated.waits, 0.5),
    ]),
    compare("99 of 100 lost ones found", "minutes", [
      quantile(waits, 0.99),
      quantile(simulated.waits, 0.99),
    ]),
    compare("due, in the mean", "checkouts", [due, simulated.due]),
  ]
}

function compare(
  what: string,
  unit: string,
  [measured, simulated]: [number, number]
): Figure {
  return {
    what: `${MINUTES / 60} hours, 50 checkouts a minute, 5 lapse: ${what}`,
    value: `${Math.round(measured)} ${unit}`,
    against: `simulated: ${Math.round(simulated)}`,
    ratio: measured / simulated,
    aim: { atMost: 1.25 },
  }
}

/** The same hours in the simulation. */
function simulate(): { waits: number[]; due: number } {
  const pending = new Pending(MINUTES, 0)
  const job = new Reconciling(pending, TODAY)
  let due = 0
  const { known, lapsed, lost } = OPENED
  for (let minute = 0; minute < MINUTES; minute++) {
    pending.open(known + lapsed + lost)
    pending.plan(minute, minute + FIRST_LOOK, lapsed)
    const isMeasured = minute < MEASURED_MINUTES
    pending.lose(minute, { wanted: 0, quiet: isMeasured ? lost : 0 })
    // Those that are not measured are work all the same.
    pending.plan(minute, minute + FIRST_LOOK, isMeasured ? 0 : lost)
    job.run()
    due += pending.due / MINUTES
  }
  const waits = pending.waits.map((count) => count ?? 0)
  const found = waits.reduce((sum, count) => sum + (count ?? 0), 0)
  waits[MINUTES] = MEASURED_MINUTES * lost - found
  return { waits, due }
}

/** Opens a minute's checkouts in the ledger and at the service. */
async function openMinute({ ledger, sandbox }: BenchStore): Promise<void> {
  const now = sandbox.now()
  const kinds = Object.entries(OPENED).flatMap(([kind, count]) =>
    Array<string>(count).fill(kind)
  )
  const rows = kinds.map((kind, nth) => {
    const opened = now - MINUTE + Math.floor((nth * MINUTE) / kinds.length)
    const isPaid = kind !== "lapsed"
    const checkout = sandboxCheckout({ opened, isPaid })
    sandbox.checkouts.set(checkout.id, checkout)
    const reference = String(checkout.client_reference_id)
    const paid = new Date(opened)
    return {
      id: reference,
      checkout_id: checkout.id,
      amount: checkout.amount,
      currency: checkout.currency,
      payment_collection_id: `paycol_${reference}`,
      payment_session_id: `payses_${reference}`,
      cart_id: `${kind}_${reference}`,
      fingerprint: reference,
      opened_at: paid,
      ...(kind === "known"
        ? { status: "successful", outcome: "placed", paid_at: paid }
        : {
            status: "received",
            look_after: new Date(opened + FIRST_LOOK * MINUTE),
          }),
    }
  })
  await ledger["db"].batchInsert(TABLES.checkout, rows)
  await ledger["db"].raw(`analyze ${TABLES.checkout}`)
}
