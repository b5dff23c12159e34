import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { RateLimitError } from "../../modules/instalments/client/errors"
import { listIsFaster } from "../../modules/instalments/domain/look-plan"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { InstalmentsEvents } from "../../modules/instalments/events"
import { dueFilter } from "./due-checkouts"
import { lookedAt } from "./looked-at"
import { messageOf } from "../../modules/instalments/message-of"

const SWEEP = "checkouts"
const LARGEST_PAGE = 100
const FETCHES_A_MINUTE = 3
/** The service's clock and ours need not agree to the minute. */
const CLOCKS_MS = 10 * 60_000

/**
 * Reads one page of the service's list, newest first, when that answers sooner
 * than fetches by id; the next run goes on with the next page. Checkouts that
 * are created meanwhile push entries to later pages: some are read twice, none
 * is missed.
 */
export async function readListPage(container: MedusaContainer): Promise<void> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  try {
    // Inside: a run of another process may begin the same sweep just now.
    const sweep = await currentSweep(ledger)
    if (!sweep) {
      return
    }
    const { page_number, page_items, back_to } = sweep
    const { data, next } = await ledger.client.listCheckouts({
      number: page_number,
      items: page_items,
    })
    await learnPage(container, ledger, data)
    const oldest = Math.min(...data.map((c) => Date.parse(c.created_at)))
    if (next && oldest > back_to.getTime() - CLOCKS_MS) {
      await ledger.updateSweeps({
        id: SWEEP,
        page_number: next.number,
        page_items: next.items,
      })
    } else {
      await ledger.deleteSweeps(SWEEP)
    }
  } catch (error) {
    if (!(error instanceof RateLimitError)) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `The service's list of checkouts was not read: ${messageOf(error)}`
        )
    }
  }
}

async function currentSweep(ledger: InstalmentsModuleService) {
  const [begun] = await ledger.listSweeps({ id: SWEEP })
  if (begun) {
    return begun
  }
  const due = dueFilter(ledger)
  const [[oldest], count] = await ledger.listAndCountCheckouts(due, {
    take: 1,
    order: { opened_at: "ASC" },
  })
  if (!oldest) {
    return null
  }
  const back_to = oldest.opened_at
  const [, newer] = await ledger.listAndCountCheckouts(
    { opened_at: { $gte: back_to } },
    { take: 1, select: ["id"] }
  )
  const worthIt = listIsFaster({
    due: count,
    newer,
    itemsAPage: LARGEST_PAGE,
    fetchesAMinute: FETCHES_A_MINUTE,
  })
  return worthIt
    ? ledger.createSweeps({
        id: SWEEP,
        page_number: 1,
        page_items: LARGEST_PAGE,
        begun_at: new Date(ledger.now()),
        back_to,
      })
    : null
}

async function learnPage(
  container: MedusaContainer,
  ledger: InstalmentsModuleService,
  page: Awaited<
    ReturnType<InstalmentsModuleService["client"]["listCheckouts"]>
  >["data"]
) {
  const now = new Date(ledger.now())
  const rows = await ledger.listCheckouts(
    { checkout_id: page.map(({ id }) => id) },
    { take: page.length }
  )
  const byId = new Map(rows.map((row) => [row.checkout_id, row]))
  for (const { id, ...fetched } of page) {
    const checkout = byId.get(id)
    if (!checkout || checkout.status === "successful") {
      continue
    }
    const news = await ledger.learnFetched(checkout, fetched)
    if (news && fetched.status === "cancelled") {
      await ledger.emit(InstalmentsEvents.CHECKOUT_CANCELLED, {
        id: checkout.id,
      })
    }
    const due = checkout.look_after && checkout.look_after <= now
    if (due && fetched.status !== "successful") {
      await lookedAt(ledger, await ledger.retrieveCheckout(checkout.id))
    }
  }
}
