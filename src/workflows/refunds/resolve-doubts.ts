import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  judgeDoubt,
  leftWithout,
  paidAmount,
} from "../../modules/instalments/rules"
import type {
  Doubt,
  HeldFor,
  InstalmentsModuleService,
  Reading,
  RefundRequestRow,
  Sighting,
  Verdict,
} from "../../modules/instalments/types"
import { countRefundRequest, log } from "../../modules/instalments/log"
import { announce } from "./announce"
import type { RefundReading } from "./refund-reading"

type Open = RefundRequestRow & Pick<Doubt, "left">

/** Of all payments that are in doubt; each has few. */
const MOST_ROWS = 100_000
/** More ids than these help nobody. */
const MOST_NAMED = 10

/**
 * Ends the doubts that a whole reading of the service's list can end: `doubts`
 * are all refund requests of which it may have an entry that no row knows. See
 * `judgeDoubt`.
 */
export async function resolveDoubts(
  container: MedusaContainer,
  doubts: RefundRequestRow[],
  { begunAt, clockDifference }: RefundReading
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const open = await withLeft(ledger, doubts)
  const unknown = await unmatched(ledger, open)
  const reading = { begunAt, clockDifference, unknown, doubts: open }
  for (const row of open) {
    if (row.status === "in_doubt" && !row.held_reason) {
      await settle(container, row, reading)
    }
  }
}

/** Holds those in doubt for a person, as the list cannot be read. */
export async function holdUnread(
  container: MedusaContainer,
  rows: RefundRequestRow[],
  why: string
): Promise<void> {
  for (const row of rows) {
    await hold(
      container,
      row,
      `The answer to this refund request was lost, and the service's list of refund requests cannot be read: ${why.replace(/\.$/, "")}. Ask its support whether it exists, and end the doubt.`
    )
  }
}

async function settle(container: MedusaContainer, row: Open, reading: Reading) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const now = new Date(ledger.now())
  const judged: Verdict = judgeDoubt(row, reading)
  switch (judged.verdict) {
    case "found": {
      const { id, status } = judged.sighting
      const answer = { refund_request_id: id, word: status, look_after: now }
      return changed(container, row, await ledger.refunds.answered(row, answer))
    }
    case "ask-again":
    case "absent":
      return changed(container, row, await ledger.refunds.absent(row, now))
    case "wait": {
      const { looks, until: look_after } = judged
      await ledger.refunds.doubted(row, { looks, look_after })
      return
    }
    case "held":
      return hold(container, row, inWords(row, judged))
  }
}

/** Null: somebody else has decided meanwhile, and has counted it. */
async function changed(
  container: MedusaContainer,
  row: RefundRequestRow,
  after: RefundRequestRow | null
) {
  if (after) {
    countRefundRequest(row, after)
    await announce(container, row, after)
  }
}

async function hold(
  container: MedusaContainer,
  row: RefundRequestRow,
  held_reason: string
) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const change = { looks: row.looks, held_reason, look_after: null }
  if (await ledger.refunds.doubted(row, change)) {
    const said = `Refund request ${row.id} is held: ${held_reason}`
    log(container).error(said, row)
  }
}

function inWords(
  { checkout_id }: RefundRequestRow,
  { why, candidates }: { why: HeldFor; candidates: Sighting[] }
): string {
  const named = candidates
    .slice(0, MOST_NAMED)
    .map(({ id, created_at }) => `${id} (${created_at})`)
  const more = candidates.length - named.length
  const list = `${named.join(", ")}${more > 0 ? `, and ${more} more` : ""}`
  const refused =
    "The answer to this refund request was lost, and the service refuses it, sent once more, as more than is left"
  switch (why) {
    case "one-witness":
      return `The answer to this refund request was lost, and the service lists what may be it: ${list}. Ask its support whether one of them belongs to checkout ${checkout_id}, and end the doubt.`
    case "several":
      return `${refused}. Which one it is of those that the service lists cannot be told: ${list}. Ask its support which of them belongs to checkout ${checkout_id}, and end the doubt.`
    case "other-refusal":
      return `${refused}. That may be for another refund of its payment${list ? `; what may be it: ${list}` : ""}. Ask its support what was refunded of checkout ${checkout_id}, and end the doubt.`
    case "not-listed":
      return `${refused}. Its list shows none that it may be. Ask its support what was refunded of checkout ${checkout_id}, and end the doubt.`
  }
}

async function withLeft(
  ledger: InstalmentsModuleService,
  doubts: RefundRequestRow[]
): Promise<Open[]> {
  const reference = [...new Set(doubts.map((row) => row.reference))]
  const checkouts = await ledger.listCheckouts(
    { id: reference },
    { take: reference.length }
  )
  const paid = new Map(checkouts.map((one) => [one.id, paidAmount(one)]))
  const rows = await ledger.listRefundRequests(
    { reference },
    { take: MOST_ROWS }
  )
  return doubts.map((row) => {
    const beside = rows.filter((one) => one.reference === row.reference)
    // Of what is not known nothing is proven.
    const most = paid.get(row.reference) ?? Infinity
    return { ...row, left: leftWithout(row, most, beside) }
  })
}

/** The entries that no row is and that may be one of these. */
async function unmatched(
  ledger: InstalmentsModuleService,
  doubts: Open[]
): Promise<Sighting[]> {
  const amounts = [...new Set(doubts.map(({ amount }) => amount))]
  const entries = await ledger.unmatchedRefunds.ofAmounts(amounts)
  return entries.map(({ made_at, ...entry }) => ({
    ...entry,
    created_at: made_at,
  }))
}
