import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  RateLimitError,
  RuleError,
  UnexpectedAnswerError,
} from "../../modules/instalments/client/errors"
import { afterRefusal } from "../../modules/instalments/client/page"
import type { RefundRequestRow } from "../../modules/instalments/ledger/rows"
import type { Urgency } from "../../modules/instalments/limits/endpoints"
import { messageOf } from "../../modules/instalments/message-of"
import type { Sighting } from "../../modules/instalments/refunds/evidence"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { announce } from "./announce"
import { isDue, manyDue } from "./due-refunds"
import { learnRefund } from "./learn-refund"
import {
  endReading,
  keepReading,
  newReading,
  readingUnderWay,
  withPage,
  type RefundReading,
} from "./refund-reading"
import { holdUnread, settleDoubts } from "./settle-doubt"

/** So often a reading begins again before the doubts are for a person. */
const MOST_FAILURES = 10
/** At one a minute, most of a day: a list without an end is not read for ever. */
const MOST_PAGES = 1_000
const MOST_DOUBTS = 10_000

/**
 * Reads the service's list of refund requests, a page a run, in whatever order
 * it comes, when some are in doubt or when more are under way than fetches by id
 * would soon answer. Each page tells of those under way; at its end each one in
 * doubt is judged. Without one it is read only as long as many are due.
 */
export async function readRefundList(
  container: MedusaContainer,
  urgency: Urgency = "background"
): Promise<void> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const doubts = await openDoubts(ledger)
  const begun = await readingUnderWay(ledger)
  const due = doubts.some((row) => isToSettle(row) && isDue(ledger, row))
  if (!begun && !due && !(await manyDue(ledger))) {
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
      amounts: new Set(doubts.map(({ amount }) => amount)),
      clockDifference:
        clockDifference === null
          ? null
          : clockDifference - ledger.options.clockOffset,
    })
    if (!doubts.some(isToSettle) && !(await manyDue(ledger))) {
      await endReading(ledger)
    } else if (next && next.number > reading.page.number) {
      await goOn(container, { ...read, page: next })
    } else if (doubts.some(isToSettle) && (next || isInPart(read, data))) {
      // It leads back, or does not show all.
      await beginAgain(container, read, "it does not show all that it has")
    } else {
      await endReading(ledger)
      // Read anew: what is being sent by now may be an entry of this page.
      await settleDoubts(container, await openDoubts(ledger), read)
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
function isToSettle({ status, held_reason }: RefundRequestRow): boolean {
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
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  if (reading.pages < MOST_PAGES) {
    await keepReading(ledger, reading)
  } else {
    await giveUp(container, "it has no end")
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
    await giveUp(container, why)
    return
  }
  warn(container, why)
  const page = afterRefusal(reading.page)
  await goOn(container, { ...reading, page, failures })
}

async function giveUp(container: MedusaContainer, why: string) {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  warn(container, why)
  await endReading(ledger)
  const doubts = await openDoubts(ledger)
  await holdUnread(container, doubts.filter(isToSettle), why)
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
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
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
