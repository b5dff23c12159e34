import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { log } from "../../modules/instalments/log"
import {
  judgeDoubt,
  leftWithout,
  moneyInWords,
  paidAmount,
} from "../../modules/instalments/rules"
import type {
  Doubt,
  Doubted,
  InstalmentsModuleService,
  Reading,
  RefundRequestRow,
  Verdict,
} from "../../modules/instalments/types"
import { announce } from "./announce"

/** More ids than these help nobody. */
const MOST_NAMED = 10

/**
 * Ends the doubts that a whole reading of the service's list can end: `rows` are
 * all refund requests of which it may have an entry that no row knows. See
 * `judgeDoubt`.
 */
export async function resolveDoubts(
  container: MedusaContainer,
  rows: Doubted[],
  { begunAt }: Pick<Reading, "begunAt">
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const doubts = await withLeft(ledger, rows)
  const amounts = rows.map(({ amount }) => amount)
  const unknown = await ledger.unmatchedRefunds.ofAmounts(amounts)
  for (const row of doubts.filter(isOpen)) {
    await endOrHold(
      container,
      row,
      judgeDoubt(row, { begunAt, unknown, doubts })
    )
  }
}

/**
 * Whether the service's list is to end the doubt about it, and no person: in another
 * store's account it may be listed.
 */
export function isOpen({
  status,
  held_reason,
  is_own,
}: Pick<Doubted, "status" | "held_reason" | "is_own">): boolean {
  return status === "in_doubt" && held_reason === null && is_own
}

/** Holds one in doubt for a person, and tells why. */
export async function holdDoubt(
  container: MedusaContainer,
  row: RefundRequestRow,
  held_reason: string
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const change = {
    check_count: row.check_count,
    held_reason,
    next_check_at: null,
  }
  if (await ledger.refunds.doubted(row, change)) {
    const said = `Refund request ${row.id} is held: ${held_reason}`
    log(container).error(said, row)
  }
}

async function endOrHold(
  container: MedusaContainer,
  row: RefundRequestRow,
  judged: Verdict
) {
  const { refunds, now } = container.resolve(INSTALMENTS_MODULE)
  const at = new Date(now())
  switch (judged.verdict) {
    case "found": {
      const { id: refund_request_id, status: word } = judged.sighting
      const answer = { refund_request_id, word, next_check_at: at }
      return announce(container, row, await refunds.answered(row, answer))
    }
    case "absent":
      return announce(container, row, await refunds.absent(row, at))
    case "ask-again":
      // Asked again it would be refused for the other one, which tells nothing.
      if (row.superseded_by) {
        const twice = `The service accepted another sending of refund request ${row.id} late, ${row.superseded_by} here, and may have this one too: it may be refunded twice. Ask its support, and end the doubt.`
        return holdDoubt(container, row, twice)
      }
      return announce(container, row, await refunds.absent(row, at))
    case "wait": {
      const { check_count, until: next_check_at } = judged
      return refunds.doubted(row, { check_count, next_check_at })
    }
    case "held":
      return holdDoubt(container, row, inWords(row, judged))
  }
}

function inWords(
  { checkout_id }: RefundRequestRow,
  { why, candidates }: Extract<Verdict, { verdict: "held" }>
): string {
  const named = candidates
    .slice(0, MOST_NAMED)
    .map(({ id, created_at }) => `${id} (${created_at})`)
  const more = candidates.length - named.length
  const list = `${named.join(", ")}${more > 0 ? `, and ${more} more` : ""}`
  const refused =
    "It is not known whether this refund request arrived, and the service refuses it, sent once more, as more than is left"
  switch (why) {
    case "one-witness":
      return `It is not known whether this refund request arrived, and the service lists what may be it: ${list}. Ask its support whether one of them belongs to checkout ${checkout_id}, and end the doubt.`
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
  doubts: Doubted[]
): Promise<(Doubted & Doubt)[]> {
  const reference = doubts.map((row) => row.reference)
  const all = { take: null }
  const checkouts = await ledger.listCheckouts({ id: reference }, all)
  const rows = await ledger.listRefundRequests({ reference }, all)
  return Promise.all(
    doubts.map(async (row) => {
      const checkout = checkouts.find(({ id }) => id === row.reference)
      const beside = rows.filter((one) => one.reference === row.reference)
      // Of what is not known nothing is proven.
      const most = checkout ? paidAmount(checkout) : Infinity
      const { atLeast, atMost } = leftWithout(row, most, beside)
      // What the service's support has refunded of it explains a refusal too.
      const bySupport =
        checkout && row.remainder_refused_at
          ? await ledger.unmatchedRefunds.sumBeside(doubts, checkout.opened_at)
          : 0
      return { ...row, left: { atLeast: atLeast - bySupport, atMost } }
    })
  )
}
