import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type {
  CheckoutRow,
  InstalmentsModuleService,
  Listed,
  Sweep,
} from "../../modules/instalments/types"
import {
  afterRefusal,
  LARGEST_PAGE,
  mostOf,
  RateLimitError,
  RuleError,
} from "../../modules/instalments/service-api"
import {
  CALLBACKS_OVER_MS,
  isOwn,
  listReach,
} from "../../modules/instalments/rules"
import { messageOf } from "../../modules/instalments/log"
import { learnt, planNextCheck } from "./check-due"

/** The service's clock and ours may differ by this much. */
const CLOCKS_MS = 10 * 60_000
const LIST = "GET /api/checkouts"
const SWEEP = "checkouts"
const FIRST_PAGE = { number: 1, items: LARGEST_PAGE }
const FETCHES_A_MINUTE = mostOf("GET /api/checkouts/:id", "background")

/**
 * Reads the first page of the list, on which the newest checkouts are, when
 * more shoppers wait than fetches by id are left. It and the sweep take turns,
 * as shoppers and jobs do at this limit.
 */
export async function readFirstPage(container: MedusaContainer): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  await unlessLimited(container, async () => {
    if ((await ledger.due.countWanted(ledger.now())) <= FETCHES_A_MINUTE) {
      return
    }
    await ledger.limits.waitBriefly(LIST, "shopper")
    const begun = await ledger.readings.find(SWEEP)
    const items = begun?.page.items ?? LARGEST_PAGE
    const first = { number: 1, items }
    const asked = ledger.now()
    const { data } = await ledger.client.listCheckouts(first, "shopper")
    await learnPage(container, data, asked)
  })
}

/**
 * Reads one page of the service's list, newest first, when that is faster than
 * fetches by id; the next run reads the next page. Checkouts that are created
 * meanwhile move entries to later pages: some are read twice, none is missed.
 */
export async function readNextPage(container: MedusaContainer): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  await unlessLimited(container, async () => {
    const sweep = await currentSweep(ledger)
    if (!sweep) {
      return
    }
    await ledger.limits.waitBriefly(LIST, "background")
    const asked = ledger.now()
    const { data, next } = await ledger.client
      .listCheckouts(sweep.page, "background")
      .catch(async (error: unknown): Promise<never> => {
        if (error instanceof RuleError) {
          const page = afterRefusal(sweep.page)
          await ledger.readings.keep(SWEEP, { ...sweep, page })
        }
        throw error
      })
    await learnPage(container, data, asked)
    // What cannot be read tells of no age.
    const moments = data.flatMap((c) => Date.parse(c.created_at) || [])
    const oldest = Math.min(...moments)
    if (next && oldest > sweep.backTo.getTime() - CLOCKS_MS) {
      await ledger.readings.keep(SWEEP, { ...sweep, page: next })
    } else {
      await endSweep(ledger, sweep)
    }
  })
}

async function unlessLimited(
  container: MedusaContainer,
  read: () => Promise<void>
): Promise<void> {
  try {
    await read()
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

/**
 * Learns what a page says of our checkouts, and stores paid ones that are not
 * ours. What a callback wants checked since the page was asked for stays due.
 */
async function learnPage(
  container: MedusaContainer,
  page: Listed[],
  asked: number
) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const rows = await ledger.listCheckouts(
    { checkout_id: page.map(({ id }) => id) },
    { take: page.length }
  )
  const byId = new Map(rows.map((row) => [row.checkout_id, row]))
  for (const listed of page) {
    const checkout = byId.get(listed.id)
    if (
      !checkout ||
      isKnown(checkout, asked) ||
      !isOwn(checkout, ledger.options)
    ) {
      continue
    }
    const learned = await ledger.learning.listed(
      checkout,
      listed,
      new Date(asked)
    )
    await learnt(container, learned.checkout, learned.news)
    const { next_check_at } = checkout
    if (next_check_at && next_check_at.getTime() < asked) {
      await planNextCheck(ledger, { ...learned.checkout, next_check_at })
    }
  }
  await ledger.unmatched.keep(page.filter(({ id }) => !byId.has(id)))
}

/**
 * Whether a page that was asked for then can tell nothing of it: a payment that is not
 * settled, or that need not be confirmed by then.
 */
function isKnown(
  { status, outcome, next_check_at }: CheckoutRow,
  asked: number
): boolean {
  const isDue = next_check_at !== null && next_check_at.getTime() <= asked
  return status === "successful" && (outcome === "open" || !isDue)
}

/** The sweep that is under way, or a new one if it is worth it; else null. */
async function currentSweep(
  ledger: InstalmentsModuleService
): Promise<Sweep | null> {
  const begun = await ledger.readings.find(SWEEP)
  const backTo = begun ? null : await whereTo(ledger)
  if (!backTo) {
    return begun
  }
  const begunAt = new Date(ledger.now())
  const sweep = { page: FIRST_PAGE, begunAt, backTo, seen: null }
  await ledger.readings.keep(SWEEP, sweep)
  return sweep
}

/**
 * The list was read down to the oldest due checkout. Checkouts without an
 * address for which no callback can come any more are closed.
 */
async function endSweep(
  ledger: InstalmentsModuleService,
  { begunAt, backTo }: Sweep
) {
  await ledger.checkouts.closeUnanswered({
    from: backTo,
    to: new Date(begunAt.getTime() - CALLBACKS_OVER_MS),
    now: new Date(ledger.now()),
  })
  await ledger.readings.end(SWEEP)
}

/**
 * The age down to which reading the list is worth it now; null when it is not.
 */
async function whereTo({
  due,
  now,
}: InstalmentsModuleService): Promise<Date | null> {
  const { oldest, count, oldestWithoutId } = await due.all(now())
  if (!oldest) {
    return null
  }
  const reach = listReach({
    due: count,
    itemsAPage: LARGEST_PAGE,
    fetchesAMinute: FETCHES_A_MINUTE,
  })
  const isWithinReach = await due.isWithin(reach, oldest)
  return isWithinReach ? oldest : oldestWithoutId
}
