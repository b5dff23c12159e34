import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  RateLimitError,
  RuleError,
} from "../../modules/instalments/client/errors"
import {
  afterRefusal,
  LARGEST_PAGE,
  type Page,
} from "../../modules/instalments/client/page"
import type { RefundRequestRow } from "../../modules/instalments/ledger/rows"
import {
  mayBe,
  type Sighting,
} from "../../modules/instalments/refunds/judge-doubt"
import type { Urgency } from "../../modules/instalments/limits/endpoints"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { announce } from "./announce"
import { dueFilter, manyDue } from "./due-refunds"
import { learnRefund } from "./learn-refund"
import { settleDoubt } from "./settle-doubt"
import { messageOf } from "../../modules/instalments/message-of"

const SWEEP = "refund-requests"

/**
 * Reads the service's list of refund requests, a page a run, in whatever order
 * it comes, when some are in doubt or when more are under way than fetches by id
 * would soon answer. Each page tells of those under way; at its end each one in
 * doubt is found, absent or held. Otherwise it asks nothing.
 */
export async function readRefundList(
  container: MedusaContainer,
  urgency: Urgency = "background"
): Promise<void> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const doubted = await ledger.listRefundRequests(
    { status: "in_doubt", held_reason: null },
    { take: 1_000 }
  )
  const begun = (await ledger.listSweeps({ id: SWEEP }))[0]
  const due = doubted.some(
    ({ look_after }) => (look_after?.getTime() ?? 0) <= ledger.now()
  )
  if (!begun && !due && !(await manyDue(ledger))) {
    return
  }
  const now = new Date(ledger.now())
  const sweep = begun ?? {
    id: SWEEP,
    page_number: 1,
    page_items: LARGEST_PAGE,
    begun_at: now,
    back_to: now,
    seen: null,
  }
  const page = { number: sweep.page_number, items: sweep.page_items }
  const goOnAt = ({ number, items }: Page, seen: unknown) => {
    const place = { page_number: number, page_items: items }
    const kept = { ...sweep, ...place, seen: { sightings: seen } }
    return begun ? ledger.updateSweeps(kept) : ledger.createSweeps(kept)
  }
  try {
    const { data, next } = await ledger.client.listRefunds(page, urgency)
    await learnListed(container, data)
    const seen = [...asSightings(sweep.seen), ...data].filter((sighting) =>
      doubted.some((row) => mayBe(row, sighting))
    )
    if (next) {
      await goOnAt(next, seen)
      return
    }
    if (begun) {
      await ledger.deleteSweeps(SWEEP)
    }
    const unknown = await unknownOnes(ledger, seen)
    for (const row of doubted) {
      await settleDoubt(container, row, {
        alike: doubted,
        seen: unknown,
        begunAt: sweep.begun_at,
        onePage: sweep.page_number === 1,
      })
    }
  } catch (error) {
    if (error instanceof RuleError) {
      await goOnAt(afterRefusal(page), asSightings(sweep.seen))
    }
    if (!(error instanceof RateLimitError)) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `The service's list of refund requests was not read: ${messageOf(error)}`
        )
    }
  }
}

/** What an earlier run of the same reading has met and kept. */
function asSightings(seen: unknown): Sighting[] {
  return (seen as { sightings?: Sighting[] } | null)?.sightings ?? []
}

async function learnListed(container: MedusaContainer, page: Sighting[]) {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const rows = await ledger.listRefundRequests(
    { ...dueFilter(ledger), refund_request_id: page.map(({ id }) => id) },
    { take: page.length }
  )
  const words = new Map(page.map(({ id, status }) => [id, status]))
  for (const row of rows) {
    const word = words.get(String(row.refund_request_id)) ?? row.status
    await announce(container, row, await learnRefund(ledger, row, word))
  }
}

async function unknownOnes(
  ledger: InstalmentsModuleService,
  seen: Sighting[]
): Promise<Sighting[]> {
  const rows: Pick<RefundRequestRow, "refund_request_id">[] =
    await ledger.listRefundRequests(
      { refund_request_id: seen.map(({ id }) => id) },
      { take: seen.length, select: ["refund_request_id"] }
    )
  const known = new Set(rows.map((row) => row.refund_request_id))
  // Entries that moved between pages were read twice.
  const unique = new Map(seen.map((sighting) => [sighting.id, sighting]))
  return [...unique.values()].filter(({ id }) => !known.has(id))
}
