import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  afterRefusal,
  RateLimitError,
  RuleError,
  UnexpectedAnswerError,
} from "../../modules/instalments/service-api"
import type {
  InstalmentsModuleService,
  RefundRequestRow,
  Sighting,
  Urgency,
} from "../../modules/instalments/types"
import { messageOf } from "../../modules/instalments/log"
import { LISTED_AFTER_MS } from "../../modules/instalments/rules"
import { announce } from "./announce"
import { isDue, manyDue } from "./follow-refunds"
import { learnRefund } from "./learn-refund"
import {
  endReading,
  keepReading,
  lastReading,
  newReading,
  readingUnderWay,
  withPage,
  type RefundReading,
} from "./refund-reading"
import { holdUnread, resolveDoubts } from "./resolve-doubts"

/** So often a reading begins again before the doubts are for a person. */
const MOST_FAILURES = 10
/** At one a minute, most of a day: a list without an end is not read for ever. */
const MOST_PAGES = 1_000
const MOST_DOUBTS = 10_000
const HOUR = 60 * 60_000
/** What others refund on the account is looked for as often. */
const WATCH_MS = HOUR

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
  const doubts = await openDoubts(ledger)
  const begun = await readingUnderWay(ledger)
  const last = await lastReading(ledger)
  const due = doubts.some((row) => isToResolve(row) && isDue(ledger, row))
  const rested = !last || ledger.now() - last.endedAt.getTime() >= WATCH_MS
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
      last?.newestFirst === true &&
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
      await resolveDoubts(container, await openDoubts(ledger), read)
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

/** Whether the list is to end the doubt about it. */
function isToResolve({ status, held_reason }: RefundRequestRow): boolean {
  return status === "in_doubt" && held_reason === null
}

/**
 * All whose sending may have made an entry that no row knows: also those on
 * their way, those held for a person and those that are about to be asked again.
 */
async function openDoubts(
  ledger: InstalmentsModuleService
): Promise<RefundRequestRow[]> {
  return ledger.listRefundRequests(
    {
      $or: [
        { status: ["sending", "in_doubt"] },
        { status: "scheduled", doubted_at: { $ne: null } },
      ],
    },
    { take: MOST_DOUBTS, order: { sent_at: "ASC" } }
  )
}

async function goOn(container: MedusaContainer, reading: RefundReading) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  if (reading.pages < MOST_PAGES) {
    await keepReading(ledger, reading)
  } else {
    await giveUp(container, reading, "it has no end")
  }
}

/** Begins at the first page again and keeps what was seen; not for ever. */
async function beginAgain(
  container: MedusaContainer,
  reading: RefundReading,
  why: string
) {
  const failures = reading.failures + 1
  if (failures >= MOST_FAILURES) {
    await giveUp(container, reading, why)
    return
  }
  warn(container, why)
  const page = afterRefusal(reading.page)
  await goOn(container, { ...reading, page, failures, lowest: null })
}

async function giveUp(
  container: MedusaContainer,
  reading: RefundReading,
  why: string
) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  warn(container, why)
  await endReading(ledger, reading, false)
  const doubts = await openDoubts(ledger)
  await holdUnread(container, doubts.filter(isToResolve), why)
}

function warn(container: MedusaContainer, why: string) {
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(`The service's list of refund requests was not read: ${why}`)
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
    await announce(container, row, await learnRefund(ledger, row, word))
  }
  return ours
}
