import * as fc from "fast-check"
import type { World } from "../world"
import type { Step } from "./step"

const ROOT = "/admin/instalments"
const CHECKOUTS: Record<string, string> = {
  check: "asks the service about",
  settle: "places by hand the order of",
  refund: "returns by hand the money of",
}
/** Programs seldom have more rows; later ones are the first ones again. */
const MOST_ROWS = 5
/** What a route may answer to a person: done, refused, or later. */
const ANSWERS = [200, 400, 404, 409, 429, 502]

/** What a merchant does in the console, with rows in whatever state. */
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
      weight: 3,
      arbitrary: rows.map((nth) => ({
        says: `the merchant retries refund request ${nth + 1}`,
        run: async (world: World) => {
          const { ledger } = world.store
          const order = { asked_at: "ASC" as const }
          const found = await ledger.listRefundRequests({}, { order })
          const row = found[nth % found.length]
          return press(world, "refund-requests", "retry", row)
        },
      })),
    },
  ]
}

async function press(
  { store }: World,
  list: "checkouts" | "refund-requests",
  action: string,
  row: { id: string } | undefined
): Promise<void> {
  if (!row) {
    return
  }
  const path = `${ROOT}/${list}/${row.id}/${action}`
  const { status, data } = await store.adminPost(path)
  if (!ANSWERS.includes(status)) {
    throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(data)}`)
  }
}
