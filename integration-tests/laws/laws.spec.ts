import * as fc from "fast-check"
import { withStore } from "../store/with-store"
import { describeProgram, runRandomProgram } from "./run-random-program"
import { programs } from "./program"
import { SecondInstance } from "./second-instance/second-instance"
import { World } from "./world"

const { PROGRAMS, SEED: WANTED_SEED } = process.env
/** More would take too long for the gate; `test:laws` runs 500. */
const NUMBER = Number(PROGRAMS ?? 30)
/** Always the same programs in `npm test`; new ones when PROGRAMS is given. */
const SEED = WANTED_SEED
  ? Number(WANTED_SEED)
  : PROGRAMS
    ? undefined
    : 903324094
const PATH = process.env.SEED_PATH
const A_PROGRAM_MS = 60_000
/** A request that is never answered fails the program too. */
const LONGEST_MS = 3 * A_PROGRAM_MS
/** This many programs kill the store at least once. */
const ENOUGH = 30

withStore((store) => {
  it(
    `accounts for every cent after ${NUMBER} random programs and a week without faults`,
    async () => {
      await World.found(store)
      const second = await SecondInstance.start(store)
      const property = fc.asyncProperty(programs(), async (program) => {
        await runRandomProgram(store, program, second)
      })
      const run = await fc
        .check(property, {
          numRuns: NUMBER,
          seed: SEED,
          path: PATH,
          timeout: LONGEST_MS,
          endOnFailure: Boolean(process.env.NO_SHRINK),
        })
        .finally(() => second.close())
      if (run.failed) {
        const { message } = run.errorInstance as { message?: string }
        throw new Error(
          [
            `Law 1 is broken, found in program ${run.numRuns}, made smaller ${run.numShrinks} times:`,
            describeProgram(run.counterexample?.[0] ?? []),
            message ?? JSON.stringify(run.errorInstance),
            `Again: SEED=${run.seed} SEED_PATH=${run.counterexamplePath} npm run test:laws`,
          ].join("\n")
        )
      }
      // A run without a kill proves nothing about kills.
      expect(second.kills > 0 || NUMBER < ENOUGH || PATH).toBeTruthy()
    },
    NUMBER * A_PROGRAM_MS
  )
})
