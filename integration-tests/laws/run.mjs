// Runs many random programs in slices, several stores side by side:
//   PROGRAMS=10000 npm run test:laws
// Every finished slice is a line of a file, so that a run which was interrupted
// goes on where it stopped: with its SEED, which it prints.
import { spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..")
const { env } = process
const PROGRAMS = Number(env.PROGRAMS ?? 500)
const SEED = Number(env.SEED ?? randomInt(2 ** 31))
const SLICE = Number(env.SLICE ?? 50)
const WORKERS = Number(env.WORKERS ?? availableParallelism())
const FILE = join(ROOT, `.cache/laws/${SEED}-${SLICE}.jsonl`)
/** Odd, so that no two slices of a run have the same seed. */
const STEP = 0x9e3779b1
/** This many programs kill the store at least once. */
const ENOUGH = 100

/** The programs of a run, in order; each slice is made from its own seed. */
function slices() {
  return Array.from({ length: Math.ceil(PROGRAMS / SLICE) }, (_, at) => ({
    seed: (SEED + Math.imul(at, STEP)) | 0,
    programs: Math.min(SLICE, PROGRAMS - at * SLICE),
  }))
}

/** The slices that have ended; a line that a kill has cut off is none. */
function finished() {
  const lines = existsSync(FILE) ? readFileSync(FILE, "utf8").split("\n") : []
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  })
}

function done(slice) {
  return finished().find(
    ({ seed, programs }) => seed === slice.seed && programs === slice.programs
  )
}

/** Runs slices one after the other, in a store on a PostgreSQL of its own. */
const work = (mine) =>
  jest(
    { LAWS_SLICES: JSON.stringify(mine), LAWS_FILE: FILE },
    // What the stores log would be gigabytes.
    ["ignore", "ignore", "inherit"]
  )

function jest(more, stdio) {
  const script = join(ROOT, "demo/database/with-postgres.mjs")
  // A store takes longer to start beside others than one test may take.
  const args = [script, "jest", "--runInBand", "--testTimeout=600000"]
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...env, TEST_SUITE: "laws", ...more },
    stdio,
  })
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => child.kill(signal))
  }
  return new Promise((ended) => child.once("exit", ended))
}

if (env.SEED_PATH) {
  // One program again; it is made smaller as long as it breaks the law.
  process.exit((await jest({ PROGRAMS: "1" }, "inherit")) ?? 1)
}

const began = performance.now()
mkdirSync(dirname(FILE), { recursive: true })
const again = `SEED=${SEED} PROGRAMS=${PROGRAMS} SLICE=${SLICE} npm run test:laws`
console.log(`To go on after an interruption: ${again}`)
const open = slices().filter((slice) => !done(slice))
const shares = Array.from({ length: WORKERS }, (_, worker) =>
  open.filter((_, at) => at % WORKERS === worker)
).filter((share) => share.length > 0)
await Promise.all(shares.map(work))

const results = slices().flatMap((slice) => done(slice) ?? [])
const sum = (of) => results.reduce((total, one) => total + one[of], 0)
const breaches = results.flatMap(({ seed, breaches }) =>
  breaches.map((one) => ({ seed, ...one }))
)
for (const { seed, path, program, message } of breaches) {
  console.log(`\nLaw 1 is broken:\n${program}\n${message}`)
  console.log(`Again: SEED=${seed} SEED_PATH=${path} npm run test:laws`)
}
const seconds = Math.round((performance.now() - began) / 1000)
console.log(
  `${sum("programs")} of ${PROGRAMS} programs, ${sum("kills")} kills, ${breaches.length} breaches; ${seconds} s for those of now`
)
const isWhole = sum("programs") === PROGRAMS
// A run without a kill proves nothing about kills.
const isProof = sum("kills") > 0 || PROGRAMS < ENOUGH
process.exitCode = isWhole && isProof && breaches.length === 0 ? 0 : 1
