import * as fc from "fast-check"
import { ANOTHER, backup } from "../../harness/backup"
import { untilQuiet } from "../../harness/rewound-database"
import { callbackSteps } from "./service"
import type { Step } from "./step"
import { jobSteps, spanSteps } from "./time"

/** Longer than the windows of the limits, whose counts are lost too. */
const TAKES_MS = 61_000

/**
 * A standby takes the database over that lacks the last second, in which the jobs ran or
 * a callback came: so the service may have been sent what this database does not know.
 */
export function takeoverSteps(): fc.Arbitrary<Step> {
  const deeds = fc.oneof(
    { weight: 3, arbitrary: jobSteps() },
    { weight: 1, arbitrary: callbackSteps() }
  )
  const spans = fc.oneof(fc.constant(null), spanSteps())
  return fc.tuple(spans, deeds).map(([span, { says, run }]) => ({
    says: `${span ? `${span.says}, ` : ""}${says}, and a standby takes over that lacks what was written by that`,
    run: async (world) => {
      const { db } = world.store
      await span?.run(world)
      await untilQuiet(db)
      const takeOver = await backup(db)
      await run(world).finally(async () => {
        await untilQuiet(db)
        await takeOver(ANOTHER)
      })
      await world.passTime(TAKES_MS)
    },
  }))
}
