import * as fc from "fast-check"
import { consoleSteps } from "./console"
import { refundSteps } from "./merchant"
import { callbackSteps } from "./service"
import { shopperSteps } from "./shoppers"
import type { Step } from "./step"
import { jobSteps } from "./time"

/** Settling a payment, the longest deed, writes about so often. */
const MOST_WRITES = 40

/**
 * The store is killed while it does something: before any of its writes, so
 * also between what it has sent to the service and what it notes of the answer.
 */
export function crashSteps(): fc.Arbitrary<Step> {
  const deeds = fc.oneof(
    ...shopperSteps(),
    ...refundSteps(),
    ...consoleSteps(),
    { weight: 4, arbitrary: callbackSteps() },
    { weight: 15, arbitrary: jobSteps() }
  )
  return fc
    .tuple(fc.integer({ min: 1, max: MOST_WRITES }), deeds)
    .map(([nth, { says, run }]) => ({
      says: `${says}, and the store is killed before its write no. ${nth} of that`,
      run: (world) => world.killedBefore(nth, () => run(world)),
    }))
}
