import { TABLES } from "../../src/modules/instalments/ledger/rows"
import { submitRefundsWorkflow } from "../../src/workflows"
import type { Figure } from "../figure"
import type { BenchStore } from "../store/boot"
import { beginInVirtualTime } from "../store/virtual-time"
import { scheduleRefunds } from "./due-refunds"
import { everyMinute } from "./every-minute"

const DUE = 300
const SENT = "POST /api/refunds"

/**
 * Refunds that all became due at once, as after a night of waiting for the next
 * day: how long until the service has them all, in virtual time.
 */
export async function refundDrain(store: BenchStore): Promise<Figure[]> {
  await beginInVirtualTime(store)
  await scheduleRefunds(store, DUE)
  const { ledger, sandbox, container } = store
  const allSent = async () => {
    const left: unknown = await ledger["db"](TABLES.refundRequest)
      .whereNull("refund_request_id")
      .first("id")
    return !left
  }
  sandbox.journal.clear()
  const run = () => submitRefundsWorkflow(container).run()
  await everyMinute(store, run, allSent)
  const { counts, violations, requests } = sandbox.journal
  const sent = requests
    .filter(({ endpoint }) => endpoint === SENT)
    .map(({ at }) => Date.parse(at))
  // One a second: the first at once, the last after one second less.
  const least = DUE - 1
  const seconds = (Math.max(...sent) - Math.min(...sent)) / 1_000
  const refused = violations[SENT] ?? 0
  return [
    {
      what: `${DUE} refunds due at once, from the first that is sent to the last`,
      value: `${seconds.toFixed(1)} s`,
      against: `the least that the limit allows: ${least} s`,
      ratio: seconds / least,
      aim: { atMost: 1.02 },
    },
    {
      what: "requests for it",
      value: `${counts[SENT]}, ${refused} answered 429`,
      against: `one each: ${DUE}`,
      ratio: (counts[SENT] ?? 0) / DUE,
      aim: { atMost: 1 },
    },
  ]
}
