import * as fc from "fast-check"
import type { JobName } from "../../harness/with-store"
import type { Step } from "./step"

const MINUTE = 60_000
const SPANS: Record<string, number> = {
  "a minute passes": MINUTE,
  "ten minutes pass": 10 * MINUTE,
  "an hour and a minute pass": 61 * MINUTE,
  "a day passes": 24 * 60 * MINUTE,
  "five days pass": 5 * 24 * 60 * MINUTE,
}
const JOBS: JobName[] = ["reconcile", "refunds", "config"]

/** Time passes, and the scheduled jobs run. */
export function timeSteps(): fc.WeightedArbitrary<Step>[] {
  return [
    { weight: 3, arbitrary: spanSteps() },
    { weight: 3, arbitrary: jobSteps() },
    {
      weight: 3,
      // Refunds of the purchase day are sent then: faults can meet them.
      arbitrary: fc.constant({
        says: "a day passes, and all jobs run",
        run: async (world) => {
          await world.passTime(SPANS["a day passes"] as number)
          for (const job of JOBS) {
            await world.runJob(job)
          }
        },
      }),
    },
  ]
}

/** A scheduled job runs, whether or not it is its minute. */
export function jobSteps(): fc.Arbitrary<Step> {
  return fc.constantFrom(...JOBS).map((job) => ({
    says: `the ${job} job runs`,
    run: (world) => world.runJob(job),
  }))
}

/** Nobody does anything for a while. */
export function spanSteps(): fc.Arbitrary<Step> {
  return fc.constantFrom(...Object.keys(SPANS)).map((says) => ({
    says,
    run: (world) => world.passTime(SPANS[says] as number),
  }))
}
