import type { Figure } from "../figure"
import { median, timed } from "../measure/median"
import type { BenchStore } from "../store/boot"
import { beginInVirtualTime } from "../store/virtual-time"
import { Ledgers } from "./ledgers"
import { operations, type Operation } from "./operations"
import { scansOf } from "./read-plans"

const SIZES = [10_000, 100_000, 1_000_000]
const LARGEST = 1_000_000
const ROUNDS = 40

type Samples = Map<Operation, Map<number, number[]>>

/**
 * What the store does with its ledger, with ten thousand, a hundred thousand and
 * a million rows turn by turn: how long each takes, and whether a statement
 * reads a whole table.
 */
export async function ledgerGrowth(store: BenchStore): Promise<Figure[]> {
  await beginInVirtualTime(store)
  const ledgers = await Ledgers.fill(store, SIZES)
  const samples: Samples = new Map(
    operations.map((o) => [o, new Map(SIZES.map((size) => [size, []]))])
  )
  for (let round = 0; round < ROUNDS; round++) {
    for (const size of SIZES) {
      await ledgers.use(size)
      await runAll(store, size, samples)
    }
  }
  const figures: Figure[] = []
  for (const operation of operations) {
    figures.push(await figureOf(store, operation, samples.get(operation)!))
  }
  return figures
}

async function runAll(store: BenchStore, size: number, samples: Samples) {
  for (const operation of operations) {
    const n = Math.floor(Math.random() * size)
    // The first one pays for the tables having been exchanged.
    await operation.run(store, n)
    const ms = await timed(() => operation.run(store, n))
    samples.get(operation)!.get(size)!.push(ms)
  }
}

/** The largest ledger is the store's by now: its plans are read. */
async function figureOf(
  store: BenchStore,
  operation: Operation,
  samples: Map<number, number[]>
): Promise<Figure> {
  const scans = await scansOf(store, () => operation.run(store, 701))
  const times = SIZES.map((size) => median(samples.get(size)!))
  const [small = NaN, middle = NaN, large = NaN] = times
  return {
    what: operation.name,
    value: `${large.toFixed(1)} ms with ${LARGEST} rows (${middle.toFixed(1)} with 100000)`,
    against: `${small.toFixed(1)} ms with 10000`,
    ratio: large / small,
    ...(operation.growsBecause ? {} : { aim: { atMost: 1.5 } }),
    note: [operation.growsBecause, ...scans.map(inWords)]
      .filter(Boolean)
      .join("; "),
  }
}

function inWords({ table, sql }: { table: string; sql: string }): string {
  return `reads all of ${table}: \`${sql.replace(/\s+/g, " ").slice(0, 400)}\``
}
