import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  afterRefusal,
  LARGEST_PAGE,
  RateLimitError,
  RuleError,
  UnexpectedAnswerError,
} from "../../modules/instalments/service-api"
import type {
  InstalmentsModuleService,
  RefundRequestRow,
  SaidOfRefund,
  Sighting,
  Urgency,
} from "../../modules/instalments/types"
import { log, messageOf } from "../../modules/instalments/log"
import { LISTED_AFTER_MS } from "../../modules/instalments/rules"
import { holdDoubt, isOpen, resolveDoubts } from "./doubts"
import { learnRefund, manyDue } from "./follow-refunds"
import {
  stepAfter,
  withPage,
  type RefundReading,
  type Seen,
} from "./refund-reading"

const LIST = "GET /api/refunds"
/** The reading that is under way, for the next run to go on with. */
const READING = "refund-list"
/** The last one, over at its `backTo`: whether it has shown all, in this order. */
const LAST = "refund-requests-read"
/** So many of ours a reading must show before it is believed to be whole. */
const CONTROLS = 10
/** So often a reading begins again before the doubts are for a person. */
const MOST_FAILURES = 10
/** At one a minute, most of a day: a list without an end is not read for ever. */
const MOST_PAGES = 1_000
/** What others refund on the account is looked for each hour. */
const WATCH_MS = 60 * 60_000

/**
 * Reads the service's list of refund requests, a page a run, in whatever order
 * it comes: when some are in doubt, when more are under way than fetches by id
 * would soon answer, and each hour for what others have refunded. Each page tells
 * of those under way; at the end each one in doubt is judged. A list that has come with
 * the newest first is read down to what an earlier reading has shown; while one is
 * in doubt, only when a count shows that no entry is unknown. See `stepAfter`.
 */
export async function readRefundList(
  container: MedusaContainer,
  urgency: Urgency = "background"
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const { readings, unmatchedRefunds } = ledger
  const begun = await readings.find<Seen>(READING)
  const last = await readings.find<Pick<Seen, "newestFirst">>(LAST)
  const due = (await ledger.dueRefunds.doubts()).some(
    (row) =>
      isOpen(row) && row.next_check_at && +row.next_check_at <= ledger.now()
  )
  const rested = !last || ledger.now() - last.backTo.getTime() >= WATCH_MS
  if (!begun && !due && !rested && !(await manyDue(ledger))) {
    return
  }
  if (urgency === "background") {
    await ledger.limits.waitBriefly(LIST, urgency)
  }
  const reading = begun ?? (await newReading(ledger))
  const { page, begunAt } = reading
  try {
    const {
      data: all,
      unread,
      ...links
    } = await ledger.client.listRefunds(page, urgency)
    const data = all.filter(isReadable)
    const known = await learnListed(container, data)
    const seen = withPage(reading.seen, all)
    const ids = new Set(known.map((row) => row.refund_request_id))
    const others = data.filter(({ id }) => !ids.has(id))
    await unmatchedRefunds.keep(others)
    // Read anew: what is being sent by now may be an entry of this page.
    const doubts = await ledger.dueRefunds.doubts()
    if (unread + all.length > data.length && doubts.some(isOpen)) {
      // It may be the one in doubt, which is not sent again then.
      return await beginAgain(container, reading, UNREADABLE)
    }
    const step = stepAfter(
      { ...reading, seen },
      {
        ...{ ...links, entries: all },
        doubts: doubts.filter(({ is_own }) => is_own),
        seenBefore:
          last?.seen.newestFirst === true &&
          (await unmatchedRefunds.wereAllSeen(
            data,
            seenBefore(seen, last.begunAt, doubts.filter(isOpen))
          )) &&
          !(await manyDue(ledger)),
        known: seen.isCounting
          ? await unmatchedRefunds.countKnown(
              new Date(ledger.now() - LISTED_AFTER_MS)
            )
          : null,
      }
    )
    switch (step.to) {
      case "page":
        return await goOn(container, { ...reading, ...step })
      case "first page": {
        return await beginAgain(container, { ...reading, seen }, step.why)
      }
      case "new reading": {
        const anew = await newReading(ledger, page.items)
        const { pages, failures } = seen
        const { toItsEnd } = step
        const kept = {
          ...anew.seen,
          ...{ failures, toItsEnd },
          // A reading to the end has as many as any, whatever it took to count.
          pages: toItsEnd ? 0 : pages,
        }
        return await goOn(container, { ...anew, seen: kept })
      }
      case "end": {
        await end(ledger, reading, step.newestFirst)
        await resolveDoubts(container, doubts, { begunAt })
      }
    }
  } catch (error) {
    if (error instanceof RuleError || error instanceof UnexpectedAnswerError) {
      await beginAgain(container, reading, messageOf(error))
    } else if (!(error instanceof RateLimitError)) {
      warn(container, messageOf(error))
    }
  }
}

const UNREADABLE = "one of its entries cannot be read"

const isReadable = <T extends { amount: number | null }>(
  entry: T
): entry is T & { amount: number } => entry.amount !== null

const NOTHING_SHOWN = { marks: [], size: 0, joins: false, counts: 0 }

/** A new reading, which nothing remembers yet. */
async function newReading(
  ledger: InstalmentsModuleService,
  items = LARGEST_PAGE
): Promise<RefundReading> {
  const ours = await ledger.listRefundRequests(
    { refund_request_id: { $ne: null }, sent_at: { $ne: null } },
    { take: CONTROLS, order: { sent_at: "DESC" } }
  )
  const begunAt = new Date(ledger.now())
  const seen = {
    newestFirst: true,
    falls: false,
    lowest: null,
    missing: ours.map((row) => String(row.refund_request_id)),
    pages: 0,
    failures: 0,
    numbered: await ledger.unmatchedRefunds.lastNumber(),
    isCounting: false,
    toItsEnd: false,
    ...NOTHING_SHOWN,
  }
  const page = { number: 1, items }
  return { page, begunAt, backTo: begunAt, seen }
}

/** What was seen before a reading began, and before any of the doubts was sent. */
function seenBefore(
  { numbered }: Seen,
  lastBegunAt: Date,
  doubts: RefundRequestRow[]
) {
  const numbers = doubts.map((row) => row.seen_before_sent ?? 0)
  const sent = doubts.map((row) => Number(row.doubted_at ?? row.sent_at))
  const last = lastBegunAt.getTime() - LISTED_AFTER_MS
  return {
    numbered: Math.min(numbered, ...numbers),
    sent: new Date(Math.min(last, ...sent)),
  }
}

/** Begins at the first page again and keeps what was seen; not for ever. */
function beginAgain(
  container: MedusaContainer,
  { page, seen, ...reading }: RefundReading,
  why: string
) {
  warn(container, why)
  const again = {
    ...{ ...seen, lowest: null, failures: seen.failures + 1 },
    // The last page, which was to be counted, may be what cannot be read.
    ...{ isCounting: false, toItsEnd: seen.toItsEnd || seen.isCounting },
    ...NOTHING_SHOWN,
  }
  return goOn(
    container,
    { ...reading, page: afterRefusal(page), seen: again },
    why
  )
}

/** The next run goes on with it, or it is over and its doubts are for a person. */
async function goOn(
  container: MedusaContainer,
  reading: RefundReading,
  why = "it has no end"
) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const { pages, failures } = reading.seen
  if (pages < MOST_PAGES && failures < MOST_FAILURES) {
    return ledger.readings.keep(READING, reading)
  }
  warn(container, "it is given up")
  await end(ledger, reading, false)
  const unread = `It is not known whether this refund request arrived, and the service's list of refund requests cannot be read: ${why.replace(/\.$/, "")}. Ask its support whether it exists, and end the doubt.`
  for (const row of (await ledger.dueRefunds.doubts()).filter(isOpen)) {
    await holdDoubt(container, row, unread)
  }
}

async function end(
  { readings, now }: InstalmentsModuleService,
  reading: RefundReading,
  newestFirst: boolean
) {
  const backTo = new Date(now())
  await readings.keep(LAST, { ...reading, backTo, seen: { newestFirst } })
  await readings.end(READING)
}

function warn(container: MedusaContainer, why: string) {
  log(container).warn(
    `The service's list of refund requests was not read: ${why}`
  )
}

/** Learns what a page says of those that are due; answers all that are ours. */
async function learnListed(
  container: MedusaContainer,
  page: (Sighting & SaidOfRefund)[]
): Promise<RefundRequestRow[]> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const ids = page.map(({ id }) => id)
  const entries = new Map(page.map((entry) => [entry.id, entry]))
  for (const row of await ledger.dueRefunds.toLearn(ids)) {
    const entry = entries.get(String(row.refund_request_id))
    await learnRefund(container, row, entry ?? row)
  }
  return ledger.listRefundRequests(
    { refund_request_id: ids },
    { take: page.length }
  )
}
