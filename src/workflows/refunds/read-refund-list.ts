import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  afterRefusal,
  RateLimitError,
  RuleError,
  UnexpectedAnswerError,
} from "../../modules/instalments/service-api"
import type {
  RefundRequestRow,
  Sighting,
  Urgency,
} from "../../modules/instalments/types"
import { log, messageOf } from "../../modules/instalments/log"
import { LISTED_AFTER_MS } from "../../modules/instalments/rules"
import { holdDoubt, isOpen, resolveDoubts } from "./doubts"
import { isDue, learnRefund, manyDue } from "./follow-refunds"
import {
  endReading,
  keepReading,
  lastReading,
  newReading,
  readingUnderWay,
  withPage,
  type RefundReading,
} from "./refund-reading"

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
 * of those under way; at the end each one in doubt is judged. While none is, a list
 * that has come with the newest first is read down to what an earlier reading has
 * shown.
 */
export async function readRefundList(
  container: MedusaContainer,
  urgency: Urgency = "background"
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const doubts = await ledger.sending.doubts()
  const begun = await readingUnderWay(ledger)
  const last = await lastReading(ledger)
  const due = doubts.some((row) => isOpen(row) && isDue(ledger, row))
  const rested = !last || ledger.now() - last.backTo.getTime() >= WATCH_MS
  if (!begun && !due && !rested && !(await manyDue(ledger))) {
    return
  }
  const reading = begun ?? (await newReading(ledger))
  try {
    const { data, next, clockDifference } = await ledger.client.listRefunds(
      reading.page,
      urgency
    )
    const known = await learnListed(container, data)
    const read = withPage(reading, data, {
      known,
      clockDifference:
        clockDifference === null
          ? null
          : clockDifference - ledger.options.clockOffset,
    })
    const down =
      last?.seen?.newestFirst === true &&
      isDownTo(read, doubts) &&
      (await ledger.unmatchedRefunds.wereAllSeen(data, {
        seen: reading.begunAt,
        sent: new Date(last.begunAt.getTime() - LISTED_AFTER_MS),
      })) &&
      !(await manyDue(ledger))
    const ids = new Set(known.map((row) => row.refund_request_id))
    await ledger.unmatchedRefunds.keep(data.filter(({ id }) => !ids.has(id)))
    if (!down && next && next.number > reading.page.number) {
      await goOn(container, { ...read, page: next })
    } else if (!down && (next || isInPart(read, data))) {
      // It leads back, or does not show all.
      await beginAgain(container, read, "it does not show all that it has")
    } else {
      await endReading(ledger, read, down || (read.newestFirst && read.falls))
      // Read anew: what is being sent by now may be an entry of this page.
      await resolveDoubts(container, await ledger.sending.doubts(), read)
    }
  } catch (error) {
    if (error instanceof RuleError || error instanceof UnexpectedAnswerError) {
      await beginAgain(container, reading, messageOf(error))
    } else if (!(error instanceof RateLimitError)) {
      warn(container, messageOf(error))
    }
  }
}

/**
 * Whether a reading that has come to what was shown before may end there: what the
 * service has accepted was shown, and it ends no doubt. The specification names no
 * order of the list, so that none is there only its end can tell.
 */
function isDownTo(
  { newestFirst, missing }: RefundReading,
  doubts: RefundRequestRow[]
): boolean {
  return (
    newestFirst &&
    missing.length === 0 &&
    doubts.every(({ held_reason }) => held_reason !== null)
  )
}

/**
 * Whether a reading that is at the list's end has not seen all of it: it lacks
 * what the service has accepted, or there are fewer pages than when it began.
 */
function isInPart(
  { missing, page, failures }: RefundReading,
  last: Sighting[]
): boolean {
  const isBeyond = last.length === 0 && page.number > 1
  return missing.length > 0 || (isBeyond && failures === 0)
}

/** Begins at the first page again and keeps what was seen; not for ever. */
function beginAgain(
  container: MedusaContainer,
  { page, failures, ...reading }: RefundReading,
  why: string
) {
  warn(container, why)
  const first = { page: afterRefusal(page), lowest: null }
  const again = { ...reading, ...first, failures: failures + 1 }
  return goOn(container, again, why)
}

/** The next run goes on with it, or it is over and its doubts are for a person. */
async function goOn(
  container: MedusaContainer,
  reading: RefundReading,
  why = "it has no end"
) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  if (reading.pages < MOST_PAGES && reading.failures < MOST_FAILURES) {
    return keepReading(ledger, reading)
  }
  warn(container, "it is given up")
  await endReading(ledger, reading, false)
  const unread = `The answer to this refund request was lost, and the service's list of refund requests cannot be read: ${why.replace(/\.$/, "")}. Ask its support whether it exists, and end the doubt.`
  for (const row of (await ledger.sending.doubts()).filter(isOpen)) {
    await holdDoubt(container, row, unread)
  }
}

function warn(container: MedusaContainer, why: string) {
  log(container).warn(
    `The service's list of refund requests was not read: ${why}`
  )
}

/** Learns what a page says of those that are due; answers all that are ours. */
async function learnListed(
  container: MedusaContainer,
  page: Sighting[]
): Promise<RefundRequestRow[]> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const ours = await ledger.listRefundRequests(
    { refund_request_id: page.map(({ id }) => id) },
    { take: page.length }
  )
  const words = new Map(page.map(({ id, status }) => [id, status]))
  for (const row of ours.filter((one) => isDue(ledger, one))) {
    const word = words.get(String(row.refund_request_id)) ?? row.status
    await learnRefund(container, row, word)
  }
  return ours
}

/**
 * Looks once more for a refund request that is held in doubt: a person has
 * spoken to the service's support, and its list may tell more now. It is sent
 * only as any in doubt is; see `judgeDoubt`.
 *
 * @throws RateLimitError that says when the list may be read; nothing changed.
 */
export async function lookAgain(
  container: MedusaContainer,
  row: RefundRequestRow
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const waitMs = await ledger.limits.wait("GET /api/refunds", "on_demand")
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1_000)
    throw new RateLimitError(
      `The service's list of refund requests may be read again in ${seconds} seconds. Try again then.`,
      seconds,
      true
    )
  }
  if (row.held_reason) {
    await ledger.refunds.doubtedAnew(row, new Date(ledger.now()))
  }
  await readRefundList(container, "on_demand")
}
