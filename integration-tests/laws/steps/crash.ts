import * as fc from "fast-check"
import { consoleSteps } from "./console"
import { refundSteps } from "./merchant"
import { balanceSteps } from "./orders"
import { callbackSteps } from "./service"
import { paymentSteps } from "./shoppers"
import type { Step } from "./step"
import { jobSteps, spanSteps } from "./time"

/** Most deeds write a few times; settling a payment about this often. */
const FEW_WRITES = 8
const MOST_WRITES = 40

/**
 * The store is killed while it does something, before any of its writes: so
 * also between a request to the service and writing its answer.
 */
export function crashSteps(): fc.Arbitrary<Step> {
  const deeds = fc.oneof(
    ...paymentSteps(),
    ...refundSteps(),
    ...consoleSteps(),
    ...balanceSteps(),
    { weight: 4, arbitrary: callbackSteps() },
    { weight: 10, arbitrary: jobSteps() }
  )
  // The clocks of two processes are set before they serve.
  const spans = fc.oneof(fc.constant(null), spanSteps())
  const writes = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: FEW_WRITES }) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: FEW_WRITES + 1, max: MOST_WRITES }),
    }
  )
  return fc.tuple(writes, spans, deeds).map(([nth, span, { says, run }]) => ({
    says: `${span ? `${span.says}, ` : ""}${says}, and the store is killed before write ${nth} of that`,
    run: async (world) => {
      await span?.run(world)
      await world.killedBefore(nth, () => run(world))
    },
  }))
}
