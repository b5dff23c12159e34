import type { AxiosResponse } from "axios"
import * as fc from "fast-check"
import { idAtService, identify } from "../person"
import { isSupports } from "../support"
import type { World } from "../world"
import type { Step } from "./step"

const ROOT = "/admin/instalments"
const CHECKOUTS: Record<string, string> = {
  check: "asks the service about",
  settle: "places by hand the order of",
  refund: "returns by hand the money of",
}
const REFUNDS: Record<string, string> = {
  retry: "retries",
  withdraw: "withdraws",
}
/**
 * Programs seldom have more rows; larger numbers start again at the first row.
 */
const MOST_ROWS = 5
/** The allowed status codes of a route: done, refused, or later. */
const ANSWERS = [200, 201, 400, 404, 409, 429, 502]
const HOUR = 3_600_000

/** What a merchant does in the console, with rows in any state. */
export function consoleSteps(): fc.WeightedArbitrary<Step>[] {
  const rows = fc.nat(MOST_ROWS - 1)
  return [
    ...Object.entries(CHECKOUTS).map(([action, does]) => ({
      weight: 3,
      arbitrary: rows.map((nth) => ({
        says: `the merchant ${does} checkout ${nth + 1}`,
        run: async (world: World) => {
          const { ledger } = world.store
          const order = { opened_at: "ASC" as const }
          const found = await ledger.listCheckouts({}, { order, take: 100 })
          return press(world, "checkouts", action, found[nth % found.length])
        },
      })),
    })),
    {
      weight: 2,
      arbitrary: fc.tuple(rows, rows).map(([nth, other]) => ({
        says: `the merchant identifies checkout ${nth + 1}${nth === other ? "" : ` as ${other + 1}`}`,
        run: async ({ store }: World) => {
          const order = { opened_at: "ASC" as const }
          const found = await store.ledger.listCheckouts({}, { order })
          const row = found[nth % found.length]
          const meant = found[other % found.length]
          const id = meant && idAtService(store, meant.id)
          // The merchant decides which payment it belongs to.
          return row && (row === meant || meant?.checkout_id)
            ? expectAnswer(await identify(store, row.id, id))
            : undefined
        },
      })),
    },
    ...Object.entries(REFUNDS).map(([action, does]) => ({
      weight: 3,
      arbitrary: rows.map((nth) => ({
        says: `the merchant ${does} refund request ${nth + 1}`,
        run: async (world: World) => {
          const { ledger } = world.store
          const order = { filed_at: "ASC" as const }
          const found = await ledger.listRefundRequests({}, { order })
          const row = found[nth % found.length]
          return press(world, "refund-requests", action, row)
        },
      })),
    })),
    {
      weight: 3,
      arbitrary: fc.constant({
        says: "an hour passes, and the merchant books what support has refunded",
        run: bookSupports,
      }),
    },
  ]
}

/** What the list has shown of support's refunds, each for its own payment. */
async function bookSupports(world: World): Promise<void> {
  const { store } = world
  await world.passTime(HOUR)
  await store.runJob("refunds")
  const { rows } = await store.ledger.unmatchedRefunds.newest(MOST_ROWS)
  for (const { id } of rows.filter(isSupports)) {
    const { checkout_id } = store.sandbox.refundRequests.get(id)!
    const { client_reference_id: reference } =
      store.sandbox.checkouts.get(checkout_id)!
    const path = `${ROOT}/unmatched-refunds/${id}/book`
    expectAnswer(await store.adminPost(path, { reference }))
  }
}

/** Presses a row's button in the console; nothing when there is no such row. */
export async function press(
  { store }: World,
  list: "checkouts" | "refund-requests",
  action: string,
  row: { id: string } | undefined
): Promise<void> {
  if (!row) {
    return
  }
  const path = `${ROOT}/${list}/${row.id}/${action}`
  expectAnswer(await store.adminPost(path))
}

/** @throws when a route has answered another status code. */
export function expectAnswer({ status, data, config }: AxiosResponse): void {
  if (!ANSWERS.includes(status)) {
    throw new Error(
      `POST ${config.url} answered ${status}: ${JSON.stringify(data)}`
    )
  }
}
