import { appendFileSync } from "node:fs"
import * as fc from "fast-check"
import { z } from "@medusajs/framework/zod"
import { withStore } from "../harness/with-store"
import { describeProgram, runRandomProgram } from "./run-random-program"
import { programs } from "./program"
import { SecondInstance } from "./second-instance/second-instance"
import { World } from "./world"

const { PROGRAMS, SEED: WANTED_SEED, LAWS_SLICES, LAWS_FILE } = process.env
/** More would take too long for the gate; `run.mjs` runs thousands. */
const NUMBER = Number(PROGRAMS ?? 30)
/** Always the same programs in `npm test`. */
const SEED = Number(WANTED_SEED ?? 903324094)
const PATH = process.env.SEED_PATH
const A_PROGRAM_MS = 60_000
/** A request that is never answered fails the program too. */
const LONGEST_MS = 3 * A_PROGRAM_MS
/** This many programs kill the store at least once. */
const ENOUGH = 30

const slices = z
  .array(z.object({ seed: z.number(), programs: z.number() }))
  .parse(JSON.parse(LAWS_SLICES ?? "[]"))

withStore((store) => {
  let second: SecondInstance

  const begin = async () => {
    await World.found(store)
    second = await SecondInstance.start(store)
  }

  if (LAWS_FILE) {
    it(
      `runs ${slices.length} slices and notes every breach`,
      async () => {
        await begin()
        for (const slice of slices) {
          const done = await runSlice(slice)
          appendFileSync(LAWS_FILE, `${JSON.stringify(done)}\n`)
          process.stderr.write(
            `Seed ${slice.seed}: ${done.programs} programs, ${done.breaches.length} breaches, ${done.seconds} s\n`
          )
        }
        await second.close()
      },
      sum(slices.map(({ programs }) => programs)) * LONGEST_MS
    )
    return
  }

  it(
    `accounts for every cent after ${NUMBER} random programs and a week without faults`,
    async () => {
      await begin()
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
        throw new Error(
          [
            `Law 1 is broken, found in program ${run.numRuns}, made smaller ${run.numShrinks} times:`,
            describeProgram(run.counterexample?.[0] ?? []),
            reasonOf(run.errorInstance),
            `Again: SEED=${run.seed} SEED_PATH=${run.counterexamplePath} npm run test:laws`,
          ].join("\n")
        )
      }
      // A run without a kill proves nothing about kills.
      expect(second.kills > 0 || NUMBER < ENOUGH || PATH).toBeTruthy()
    },
    NUMBER * A_PROGRAM_MS
  )

  /** Goes on after a breach, and notes each with the path that repeats it. */
  async function runSlice({ seed, programs: wanted }: (typeof slices)[number]) {
    const began = performance.now()
    const killed = second.kills
    const breaches: { path: string; program: string; message: string }[] = []
    let at = -1
    const property = fc.asyncProperty(programs(), async (program) => {
      at += 1
      const breach = { path: String(at), program: describeProgram(program) }
      await within(runRandomProgram(store, program, second)).catch((error) =>
        breaches.push({ ...breach, message: reasonOf(error) })
      )
    })
    await fc.check(property, { numRuns: wanted, seed })
    const seconds = Math.round((performance.now() - began) / 1000)
    const kills = second.kills - killed
    return { seed, programs: wanted, kills, seconds, breaches }
  }
})

/** @throws when a program takes longer than any does. */
async function within(program: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((_, reject) => {
    const why = new Error(`The program took longer than ${LONGEST_MS} ms`)
    timer = setTimeout(() => reject(why), LONGEST_MS)
  })
  await Promise.race([program, late]).finally(() => clearTimeout(timer))
}

function reasonOf(error: unknown): string {
  const { message } = Object(error) as { message?: string }
  return message ?? JSON.stringify(error)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
