import * as fc from "fast-check"
import { withStore } from "../store/with-store"
import { breaches } from "./check"
import { leaveInPeace } from "./peace"
import { programs } from "./program"
import { World } from "./world"

const NUMBER = Number(process.env.PROGRAMS ?? 50)
const SEED = process.env.SEED ? Number(process.env.SEED) : undefined
const PATH = process.env.SEED_PATH

withStore(4141, (store) => {
  it(
    `accounts for every cent after ${NUMBER} random programs and a week in peace`,
    async () => {
      let last: string[] = []
      const property = fc.asyncProperty(programs(), async (program) => {
        const world = await World.begin(store)
        last = []
        for (const { says, run } of program) {
          last.push(says)
          await run(world)
        }
        await leaveInPeace(world)
        const found = await breaches(world)
        if (found.length > 0) {
          throw new Error(found.join("\n"))
        }
      })
      const run = await fc.check(property, {
        numRuns: NUMBER,
        seed: SEED,
        path: PATH,
        endOnFailure: Boolean(process.env.NO_SHRINK),
      })
      if (run.failed) {
        const [program = []] = run.counterexample ?? []
        throw new Error(
          [
            `Law 1 is broken after ${run.numRuns} programs and ${run.numShrinks} shrinks.`,
            ...program.map(({ says }, at) => `${at + 1}. ${says}`),
            String(run.errorInstance),
            `Again: SEED=${run.seed} SEED_PATH=${run.counterexamplePath} npm run test:laws`,
          ].join("\n")
        )
      }
    },
    NUMBER * 60_000
  )
})
