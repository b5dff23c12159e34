import { CHECKS, THRESHOLDS } from "../../src/modules/instalments/health/list"
import { GIVEN_UP, loseCallbacks, ONE_IN_1000, outage } from "./black-friday"
import { machines, TODAY } from "./costs"
import {
  carriedToday,
  changedPagesFor,
  detailsFor,
  firstToBreak,
  GOAL,
  pagesFor,
  refundsFor,
} from "./limits"
import { refundsDue, sendRefunds, SENDING, type Asked } from "./refunds"

/** Orders a minute, in the mean of a day. */
const STEPS = [10, 100, 1_000, 10_000]
/** Steps between which the alert about a backlog begins to ring. */
const ALERTED = [1, 2, 3, 10]
const LOSSES = {
  "one callback in 1,000 is lost": ONE_IN_1000,
  "no callback for 5 minutes": outage(5),
  "no callback for an hour": outage(60),
}
const USUAL: Asked = { share: 0.06 }
const REFUNDS = {
  "2% of the orders": { share: 0.02 },
  "6%": USUAL,
  "15%": { share: 0.15 },
  "6%, and a recall of 1,000": { ...USUAL, recall: 1_000 },
}
const PAGES = `pages of ${TODAY.items} a minute`

/** Prints the figures of docs/capacity.md. */
function print() {
  const again = loseCallbacks(1, outage(60), TODAY).retriedAtOnce
  const machine = (of: (one: ReturnType<typeof machines>) => number) =>
    cells((mean) => count(of(machines(mean, USUAL.share))))
  table("in the busiest hour", {
    "stores: cores busy": machine((one) => one.storeCores),
    "stores: processes, one core each": machine((one) => one.processes),
    "PostgreSQL: cores busy": machine((one) => one.postgresCores),
    "PostgreSQL: connections": machine((one) => one.connections),
    "the ledger's rows in a year": machine((one) => one.rows),
    "their disk in a year, GB": machine((one) => one.bytes / 1e9),
    "Redis: cores busy": machine((one) => one.redisCores),
    "offers a second": machine((one) => one.offers),
    "callbacks a second": machine((one) => one.callbacks),
    "the same, after an hour without": machine(
      (one) => one.callbacks * (1 + again)
    ),
  })
  table("found after, p50 / p99", {
    ...each(LOSSES, (losses) =>
      cells((mean) => {
        const { p50, p99 } = loseCallbacks(mean, losses, TODAY)
        return `${found(p50)} / ${found(p99)}`
      })
    ),
  })
  const refunded = (mean: number, asked: Asked) =>
    sendRefunds(refundsDue(mean, asked), SENDING)
  table("sent after, p50 / p99; * Refund that waits rings", {
    ...each(REFUNDS, (asked) =>
      cells((mean) => {
        const { p50, p99, longest } = refunded(mean, asked)
        return `${words(p50)} / ${words(p99)}${ringing(longest)}`
      })
    ),
    "all of yesterday's, due at ten, of 6%": cells((mean) => {
      const { sinceTen } = refunded(mean, USUAL)
      return words(sinceTen) + ringing(sinceTen)
    }),
  })
  // Retries end a short outage by themselves: nothing is asked for it.
  const worst = [ONE_IN_1000, outage(60)]
  const most = (limit: (losses: typeof ONE_IN_1000) => number | null) =>
    enough(Math.max(...worst.map((losses) => limit(losses) ?? Infinity)))
  table("ask the service for", {
    [`${PAGES} of a list of what has changed`]: cells((mean) =>
      enough(changedPagesFor(mean) ?? Infinity)
    ),
    [`or ${PAGES}`]: cells((mean) => most((losses) => pagesFor(mean, losses))),
    "or details a minute": cells((mean) =>
      most((losses) => detailsFor(mean, losses))
    ),
    ...each(REFUNDS, (asked) =>
      cells((mean) => `${enough(refundsFor(mean, asked) ?? Infinity)} a second`)
    ),
  })
  const breaks = firstToBreak().map(({ what, mean }) => [what, [count(mean)]])
  table("what breaks first", Object.fromEntries(breaks), ["orders a minute"])
  const carried = carriedToday()
  const alerted = ALERTED.map((mean) => {
    const { alerted } = loseCallbacks(mean, ONE_IN_1000, TODAY)
    return `${count(alerted * 24)} h a day at ${mean}`
  })
  process.stdout.write(`
Today's limits are enough up to ${count(carried.lost)} orders a minute for lost callbacks, ${count(carried.outage)} with an hour without, and ${carried.refunds.map(count).join(", ")} for refunds of 2%, 6%, 15%.
${CHECKS.backlog.attention}: rings ${alerted.join(", ")} orders a minute.
Goal: 99 of 100 found within ${GOAL.found} minutes, refunds of the busiest hour sent within ${GOAL.refunded}.
`)
}

const cells = (of: (mean: number) => string) => STEPS.map(of)

function each<T>(cases: Record<string, T>, of: (one: T) => string[]) {
  return Object.fromEntries(
    Object.entries(cases).map(([what, one]) => [what, of(one)])
  )
}

function table(
  what: string,
  rows: Record<string, string[]>,
  heads = STEPS.map(count)
) {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`
  const lines = [
    [what, ...heads],
    ["---", ...heads.map(() => "---")],
    ...Object.entries(rows).map(([name, cells]) => [name, ...cells]),
  ]
  process.stdout.write(`\n${lines.map(line).join("\n")}\n`)
}

const found = (minutes: number) =>
  minutes >= GIVEN_UP ? "over a week" : words(minutes)

/** An asterisk when the alert about a refund that waits would ring. */
const ringing = (longest: number) =>
  longest * 60_000 > THRESHOLDS.refundDue ? " *" : ""

/** Minutes in words: `3 min`, `27 h`, `8 days`. */
function words(minutes: number): string {
  if (minutes < 1) {
    return "< 1 min"
  }
  const units = { min: 1, h: 60, days: 1_440 }
  const unit = minutes < 120 ? "min" : minutes < 2_880 ? "h" : "days"
  return `${Math.round(minutes / units[unit])} ${unit}`
}

/** Two digits count: the simulation knows no more. */
function count(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: 2 })
}

/** A limit, rounded up to two digits. */
function enough(limit: number): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(limit)) - 1)
  return count(Math.ceil(limit / unit) * unit)
}

print()
