import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { RateLimitError } from "../../modules/instalments/client/errors"
import { mayBeStray, type Stray } from "../../modules/instalments/domain/strays"
import { messageOf } from "../../modules/instalments/message-of"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import { adoptStrays, idlessCheckouts } from "./adopt-strays"
import { learnListed } from "./learn-listed"
import { PATIENCE_MS } from "./patience"
import { currentSweep, keepSweep } from "./sweep"

/** The service's clock and ours need not agree to the minute. */
const CLOCKS_MS = 10 * 60_000
const LIST = "GET /api/checkouts"

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
    const { back_to } = sweep
    await ledger.limits.waitBriefly(LIST, "background", PATIENCE_MS)
    const { data, next } = await ledger.client.listCheckouts(sweep.page)
    const strays = [
      ...sweep.strays,
      ...(await learnPage(container, data, back_to)),
    ]
    const oldest = Math.min(...data.map((c) => Date.parse(c.created_at)))
    if (next && oldest > back_to.getTime() - CLOCKS_MS) {
      await keepSweep(ledger, { page: next, back_to, strays })
    } else {
      await adoptStrays(container, { back_to, strays: unique(strays) })
      await keepSweep(ledger, null)
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

/** Learns what a page says; answers the entries that a row may have lost. */
async function learnPage(
  container: MedusaContainer,
  page: Stray[],
  back_to: Date
): Promise<Stray[]> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const rows = await ledger.listCheckouts(
    { checkout_id: page.map(({ id }) => id) },
    { take: page.length }
  )
  const byId = new Map(rows.map((row) => [row.checkout_id, row]))
  for (const listed of page) {
    const checkout = byId.get(listed.id)
    if (checkout && checkout.status !== "successful") {
      await learnListed(container, checkout, listed)
    }
  }
  const idless = await idlessCheckouts(ledger, back_to)
  return page.filter(
    (listed) =>
      !byId.has(listed.id) && idless.some((row) => mayBeStray(row, listed))
  )
}

/** Entries that moved between pages were read twice. */
function unique(strays: Stray[]): Stray[] {
  return [...new Map(strays.map((stray) => [stray.id, stray])).values()]
}
