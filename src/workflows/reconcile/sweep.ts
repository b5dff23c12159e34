import type { Stray } from "../../modules/instalments/domain/strays"
import { listReach } from "../../modules/instalments/domain/look-plan"
import { ENDPOINTS } from "../../modules/instalments/limits/endpoints"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { dueFilter } from "./due-checkouts"

const SWEEP = "checkouts"
const LARGEST_PAGE = 100
const FETCHES_A_MINUTE = ENDPOINTS["GET /api/checkouts/:id"].room.background.own

/** How far the service's list of checkouts is read, and whom it may tell of. */
export type Sweep = {
  page: { number: number; items: number }
  back_to: Date
  strays: Stray[]
}

/** The reading that is under way, or a new one if it is worth it; else null. */
export async function currentSweep(
  ledger: InstalmentsModuleService
): Promise<Sweep | null> {
  const [begun] = await ledger.listSweeps({ id: SWEEP })
  if (begun) {
    return {
      page: { number: begun.page_number, items: begun.page_items },
      back_to: begun.back_to,
      strays: (begun.seen as { strays?: Stray[] } | null)?.strays ?? [],
    }
  }
  const back_to = await whereTo(ledger)
  if (!back_to) {
    return null
  }
  await ledger.createSweeps({
    id: SWEEP,
    page_number: 1,
    page_items: LARGEST_PAGE,
    begun_at: new Date(ledger.now()),
    back_to,
  })
  return { page: { number: 1, items: LARGEST_PAGE }, back_to, strays: [] }
}

/** Notes the next page, or that the reading has come to its end. */
export async function keepSweep(
  ledger: InstalmentsModuleService,
  sweep: Sweep | null
): Promise<void> {
  if (!sweep) {
    return ledger.deleteSweeps(SWEEP)
  }
  await ledger.updateSweeps({
    id: SWEEP,
    page_number: sweep.page.number,
    page_items: sweep.page.items,
    seen: { strays: sweep.strays },
  })
}

/** The age down to which the list is worth reading now; null: it is not. */
async function whereTo(ledger: InstalmentsModuleService) {
  const due = dueFilter(ledger)
  const oldestFirst = { take: 1, order: { opened_at: "ASC" as const } }
  const [[oldest], count] = await ledger.listAndCountCheckouts(due, oldestFirst)
  if (!oldest) {
    return null
  }
  const reach = listReach({
    due: count,
    itemsAPage: LARGEST_PAGE,
    fetchesAMinute: FETCHES_A_MINUTE,
  })
  // Not counted: one old checkout would have the whole ledger read.
  const [outOfReach] = await ledger.listCheckouts(
    { opened_at: { $gte: oldest.opened_at } },
    { skip: reach, take: 1, select: ["id"], order: { opened_at: "DESC" } }
  )
  if (!outOfReach) {
    return oldest.opened_at
  }
  // Only the list can tell of a checkout whose id is not known.
  const [idless] = await ledger.listCheckouts(
    { ...due, checkout_id: null },
    oldestFirst
  )
  return idless?.opened_at ?? null
}
