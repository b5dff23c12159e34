import { TABLES } from "../src/modules/instalments/ledger/rows"
import { mostOf } from "../src/modules/instalments/limits/endpoints"
import { reconcileCheckoutsWorkflow } from "../src/workflows"
import type { Figure } from "./support/figure"
import type { BenchStore } from "./support/boot"
import { beginInVirtualTime } from "../integration-tests/more/drains/virtual-time"
import { everyMinute } from "../integration-tests/more/drains/every-minute"
import { openUnseen } from "../integration-tests/more/drains/unseen-payments"

const PENDING = 10_000
const PAID_EACH = 100
/**
 * The part of the service's limits for background work: a page, and some
 * fetches by id.
 */
const LISTED_A_MINUTE = 100
const FETCHED_A_MINUTE = mostOf("GET /api/checkouts/:id", "background")

/**
 * Ten thousand checkouts whose callbacks were lost, one in a hundred of them
 * paid: how long until each was checked, in virtual time.
 */
export async function reconcileDrain(store: BenchStore): Promise<Figure[]> {
  await beginInVirtualTime(store)
  await openUnseen(store, { count: PENDING, paidEach: PAID_EACH })
  const { ledger, sandbox, container } = store
  const begin = new Date(sandbox.now())
  const known = async () => {
    const unknown: unknown = await ledger["db"](TABLES.checkout)
      .where("next_check_at", "<=", begin)
      .first("id")
    return !unknown
  }
  sandbox.journal.clear()
  const run = () => reconcileCheckoutsWorkflow(container).run()
  const minutes = await everyMinute(store, run, known)
  const { counts, violations } = sandbox.journal
  const requests = sum(counts)
  const paid = await ledger["db"](TABLES.checkout).where({
    status: "successful",
  })
  if (paid.length !== PENDING / PAID_EACH) {
    throw new Error(`${paid.length} payments were found.`)
  }
  const value = `${minutes.toFixed(1)} minutes`
  const least = minutesFor(LISTED_A_MINUTE + FETCHED_A_MINUTE)
  const byId = minutesFor(FETCHED_A_MINUTE)
  const what = `${PENDING} pending, ${paid.length} of them paid unseen, until all are known`
  return [
    {
      what,
      value,
      against: `the least that the limits allow: ${least} minutes`,
      ratio: minutes / least,
      aim: { atMost: 1.02 },
      note: `${requests} requests (${words(counts)}), ${sum(violations)} answered 429.`,
    },
    {
      what,
      value,
      against: `each by id: ${byId} minutes`,
      ratio: minutes / byId,
    },
    {
      what: "requests for it",
      value: String(requests),
      against: `each by id: ${PENDING}`,
      ratio: requests / PENDING,
    },
    {
      what: "answers 429 while it lasts",
      value: String(sum(violations)),
      against: "requests",
      ratio: sum(violations) / requests,
      aim: { atMost: 0 },
    },
  ]
}

/** The first requests go at once, so the last ones a minute less later. */
function minutesFor(answersAMinute: number): number {
  return Math.ceil(PENDING / answersAMinute) - 1
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}

function words(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([endpoint, count]) => `${count} × ${endpoint}`)
    .join(", ")
}
