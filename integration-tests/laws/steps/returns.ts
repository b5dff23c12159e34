import * as fc from "fast-check"
import { OVER } from "../../../src/modules/instalments/refunds/state"
import type { RefundRequestRow } from "../../../src/modules/instalments/ledger/rows"
import { isOthers } from "../other-system"
import { isSupports } from "../support"
import type { World } from "../world"
import { press } from "./console"
import type { Step } from "./step"

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * Money on its way back comes to nothing: the service fails it, or the merchant
 * withdraws it, and perhaps returns it again. Each of these steps goes by the state
 * of the rows, so that it meets one far more often than a step of the console's.
 */
export function returnSteps(): fc.WeightedArbitrary<Step>[] {
  return [
    step(4, "a day passes, what goes back is sent, and it fails", sentInVain),
    step(4, "the merchant withdraws the newest refund request", withdrawNewest),
    step(2, "the merchant returns again what came to nothing last", againLast),
  ]
}

/** All refunds of the store's that are under way at the service fail there. */
export async function failRefunds({ store }: World): Promise<void> {
  const { sandbox } = store
  for (const refund of sandbox.refundRequests.values()) {
    const isUnderWay = ["requested", "pending"].includes(refund.status)
    if (isUnderWay && !isOthers(refund) && !isSupports(refund)) {
      await sandbox.failRefund(refund.id)
    }
  }
}

/** What is due is sent, fails, and the store hears of it. */
async function sentInVain(world: World) {
  await world.passTime(DAY)
  await world.runJob("refunds")
  await failRefunds(world)
  await world.passTime(HOUR)
  await world.runJob("refunds")
}

async function withdrawNewest(world: World) {
  const row = await newest(world, ["scheduled"])
  return press(world, "refund-requests", "withdraw", row)
}

async function againLast(world: World) {
  return press(
    world,
    "refund-requests",
    "retry",
    await newest(world, [...OVER])
  )
}

async function newest(
  { store }: World,
  status: RefundRequestRow["status"][]
): Promise<RefundRequestRow | undefined> {
  const order = { filed_at: "DESC" as const }
  const [row] = await store.ledger.listRefundRequests({ status }, { order })
  return row
}

function step(
  weight: number,
  says: string,
  run: (world: World) => Promise<unknown>
): fc.WeightedArbitrary<Step> {
  return { weight, arbitrary: fc.constant({ says, run }) }
}
