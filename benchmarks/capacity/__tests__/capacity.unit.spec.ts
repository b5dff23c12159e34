import { readFileSync } from "node:fs"
import { join } from "node:path"
import { THRESHOLDS } from "../../../src/modules/instalments/health/list"
import { MEASURED, TODAY, machines } from "../costs"
import { FIRST_LOOK, NOTHING, Pending } from "../pending"
import { Reconciling } from "../reconciling"
import { refundsDue, sendRefunds, SENDING, sendingTimes } from "../refunds"
import { loseCallbacks, ONE_IN_1000, outage, quantile } from "../black-friday"
import { changedPagesFor, detailsFor, looksAnOrder, smallest } from "../limits"

const measured = readFileSync(
  join(__dirname, "../../../docs/performance.md"),
  "utf8"
)

/** The first number that follows these words in docs/performance.md. */
function figure(after: RegExp): number {
  const found = new RegExp(`${after.source}\\D*?([\\d.]+)`).exec(measured)
  if (!found) {
    throw new Error(`docs/performance.md has no figure after ${after.source}.`)
  }
  return Number(found[1])
}

describe("the simulation gives what the real jobs were measured to take", () => {
  it("looks at ten thousand pending checkouts within 5 % of the reconcile drain", () => {
    const pending = new Pending(2_000, 0)
    const job = new Reconciling(pending, TODAY)
    for (let minute = 0; minute < 60; minute++) {
      pending.open(10_000 / 60)
      pending.plan(minute, minute + FIRST_LOOK, 9_900 / 60)
      pending.lose(minute, { wanted: 0, quiet: 100 / 60 })
    }
    for (let minute = 60; minute < 120; minute++) {
      pending.open(0)
    }
    expect(pending.due).toBeCloseTo(10_000)
    let minutes = 0
    for (job.run(); pending.due > NOTHING; minutes++) {
      pending.open(0)
      job.run()
    }
    const real = figure(/reconcile-drain[^|]*\| 10000 pending[^|]*\|/)
    expect(Math.abs(minutes / real - 1)).toBeLessThan(0.05)
    expect(count(pending.waits)).toBeCloseTo(100)
  })

  it("sends 300 refunds within 5 % of the refund drain", () => {
    const sent = sendingTimes(new Float64Array(300), {
      ...SENDING,
      answerMs: 0,
    })
    const real = figure(/refund-drain[^|]*\| 300 refunds[^|]*\|/)
    expect(Math.abs(sent.at(-1)! / 1_000 / real - 1)).toBeLessThan(0.05)
  })

  it("counts with the costs that docs/performance.md shows", () => {
    expect(MEASURED).toEqual({
      storeMs: figure(/processor time of an order in the store's process +\|/),
      postgresMs: figure(/\(store [\d.]+, postgres/),
      redisMs: figure(/postgres [\d.]+, redis/),
      settleMs: figure(/callback received → order placed and answered +\|/),
      duplicatesASecond: figure(/duplicate callbacks of one payment[^|]*\|/),
      offersASecond: figure(/offers for an amount +\|/),
      checkoutBytes: figure(/a row of instalments_checkout on[^|]*\|/),
      sessionBytes: figure(/a row of instalments_checkout_session on[^|]*\|/),
      callbackBytes: figure(/a row of instalments_callback on[^|]*\|/),
      refundBytes: figure(/a row of instalments_refund_request on[^|]*\|/),
    })
  })
})

describe("the reconcile job in the simulation", () => {
  /** Opens one checkout that lapses; answers when the job has looked at it. */
  function looksAt(minutes: number): number[] {
    const pending = new Pending(minutes, 0)
    const job = new Reconciling(pending, TODAY)
    const looks: number[] = []
    for (let minute = 0; minute < minutes; minute++) {
      pending.open(minute === 0 ? 1 : 0)
      if (minute === 0) {
        pending.plan(0, FIRST_LOOK, 1)
      }
      if (pending.due > 0) {
        looks.push(minute)
      }
      job.run()
    }
    return looks
  }

  it("looks at a lapsed checkout at three times its age, for a week", () => {
    const hours = looksAt(10 * 1_440).map((minute) => minute / 60)
    expect(hours).toEqual([1, 3, 9, 27, 81, 168])
    expect(looksAnOrder()).toBeCloseTo((0.1 * hours.length + 0.1) / 0.8)
  })

  it("looks first at those that it has never looked at", () => {
    const pending = new Pending(2_000, 0)
    const job = new Reconciling(pending, TODAY)
    for (let minute = 0; minute < 2_000; minute++) {
      pending.open(1)
      if (minute < 1_000) {
        pending.plan(minute, 1_500, 1)
      }
      if (minute === 1_500) {
        pending.lose(minute, { wanted: 0, quiet: 1 })
      }
      job.run()
    }
    expect(pending.waits[0]).toBeCloseTo(1)
  })

  it("gives waiting shoppers three fetches of five, and jobs the one that is left", () => {
    const pending = new Pending(10, 0)
    const job = new Reconciling(pending, TODAY)
    pending.open(1_000)
    pending.open(1_000)
    pending.lose(0, { wanted: 50, quiet: 0 })
    job.run()
    expect(pending.wantedNow).toBeCloseTo(50 - 3 - 1)
  })

  it("finds those whom shoppers wait for on the first page, when there are many", () => {
    const pending = new Pending(10, 0)
    const job = new Reconciling(pending, TODAY)
    pending.open(200)
    pending.lose(0, { wanted: 20, quiet: 0 })
    job.run()
    // Four by id, and the first page holds half of the others.
    expect(pending.wantedNow).toBeCloseTo((20 - 4) / 2)
  })

  it("never reads back to the older ones while a minute opens more than a page", () => {
    const isLost = (minute: number) => (minute >= 120 && minute < 180 ? 1 : 0)
    const found = (opened: number) => {
      const pending = new Pending(600, 0)
      const job = new Reconciling(pending, TODAY)
      for (let minute = 0; minute < 600; minute++) {
        pending.open(opened)
        pending.plan(minute, minute + FIRST_LOOK, opened / 10)
        pending.lose(minute, { wanted: 0, quiet: isLost(minute) })
        job.run()
      }
      return count(pending.waits)
    }
    expect(found(50)).toBeCloseTo(60)
    expect(found(1_000)).toBeLessThan(10)
  })
})

describe("Black Friday", () => {
  it("finds every lost payment, or counts it as found at the very end", () => {
    const calm = loseCallbacks(1, ONE_IN_1000, TODAY)
    expect(calm).toMatchObject({ p99: 0, alerted: 0 })
    const busy = loseCallbacks(10, ONE_IN_1000, TODAY)
    expect(busy.p99).toBeGreaterThan(THRESHOLDS.behind / 60_000)
    expect(busy.alerted).toBe(1)
  })

  it("ends a short outage by the service's retries", () => {
    const found = loseCallbacks(1_000, outage(5), TODAY)
    expect(found.p99).toBeLessThanOrEqual(6)
    expect(found.retriedAtOnce).toBe(2)
  })

  it("sends a recall one after the other, each after the last one's answer", () => {
    const due = refundsDue(0, { share: 0, recall: 1_000 })
    const { longest } = sendRefunds(due, SENDING)
    expect(longest).toBeCloseTo((999 * (1_001 + SENDING.answerMs)) / 60_000)
  })

  it("sends those of the day of purchase from ten the next morning on", () => {
    const due = refundsDue(100, { share: 0.06 })
    const ten = due.filter((at) => at === 10 * 3_600_000)
    // A tenth of a day's refunds, of which none is asked for at ten to the minute.
    expect(ten.length).toBeGreaterThanOrEqual(864)
    expect(ten.length).toBeLessThanOrEqual(865)
    expect(sendRefunds(due, SENDING).sinceTen).toBeGreaterThan(17)
  })

  it("needs ten times the machines for ten times the orders", () => {
    const [ten, hundred] = [machines(10, 0.06), machines(100, 0.06)]
    expect(ten.storeCores).toBeCloseTo(
      // 50 orders a minute, their offers, and callbacks that come twice.
      (50 / 60) * (MEASURED.storeMs / 1_000) +
        ((50 / 60) * 20) / MEASURED.offersASecond +
        ((50 / 60) * (0.9 / 0.8) * 0.1) / MEASURED.duplicatesASecond
    )
    expect(hundred.postgresCores / ten.postgresCores).toBeCloseTo(10)
    expect(hundred.bytes / ten.bytes).toBeCloseTo(10)
  })
})

describe("what to ask the service for", () => {
  it("is the smallest number that is enough", () => {
    expect(smallest((n) => n >= 1)).toBe(1)
    expect(smallest((n) => n >= 37)).toBe(37)
    expect(smallest(() => false)).toBeNull()
  })

  it("reaches the goal, and less does not", () => {
    const details = detailsFor(10, ONE_IN_1000)!
    const p99 = (details: number) =>
      loseCallbacks(10, ONE_IN_1000, { ...TODAY, details }).p99
    expect(p99(details)).toBeLessThanOrEqual(10)
    expect(p99(Math.floor(details * 0.9))).toBeGreaterThan(10)
  })

  it("is least with a list of what has changed, whatever callbacks do", () => {
    // 5,625 changes a minute at peak, of which a page has a hundred.
    expect(changedPagesFor(1_000)).toBeGreaterThan(45)
    expect(changedPagesFor(1_000)).toBeLessThan(57)
  })
})

it("counts a quantile as the value that so many do not exceed", () => {
  expect(quantile([98, 0, 1, 1], 0.98)).toBe(0)
  expect(quantile([98, 0, 1, 1], 0.99)).toBe(2)
})

function count(waits: number[]): number {
  return waits.reduce((sum, one) => sum + one, 0)
}
