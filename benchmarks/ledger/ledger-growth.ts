import type { Figure } from "../figure"
import { median, timed } from "../measure/median"
import type { BenchStore } from "../store/boot"
import { beginInVirtualTime } from "../store/virtual-time"
import { Ledgers } from "./ledgers"
import { operations, type Operation } from "./operations"
import { scansOf } from "./read-plans"

const ROUNDS = 40

type Samples = Map<Operation, Map<number, number[]>>

/**
 * What the store does with its ledger, with so many rows turn by turn: how long
 * each takes, and whether a statement reads a whole table.
 */
const growthOver =
  (sizes: [number, number, number]) =>
  async (store: BenchStore): Promise<Figure[]> => {
    await beginInVirtualTime(store)
    const ledgers = await Ledgers.fill(store, sizes)
    const samples: Samples = new Map(
      operations.map((o) => [o, new Map(sizes.map((size) => [size, []]))])
    )
    for (let round = 0; round < ROUNDS; round++) {
      for (const size of sizes) {
        await ledgers.use(size)
        await runAll(store, size, samples)
      }
    }
    const figures: Figure[] = []
    for (const operation of operations) {
      figures.push(await figureOf(store, operation, samples.get(operation)!))
    }
    return [...figures, ...(await bytes(ledgers, sizes))]
  }

/** Ten thousand, a hundred thousand and a million checkouts. */
export const ledgerGrowth = growthOver([10_000, 100_000, 1_000_000])

/**
 * Ten thousand, a million and ten million: ten years of a thousand orders a day,
 * and of those who did not pay. It takes half an hour and 20 GB of disk.
 */
export const ledgerYears = growthOver([10_000, 1_000_000, 10_000_000])

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
  const [small, middle, large] = [...samples].map(([size, times]) => ({
    size,
    ms: median(times),
  })) as [Measured, Measured, Measured]
  return {
    what: operation.name,
    value: `${large.ms.toFixed(1)} ms with ${large.size} rows (${middle.ms.toFixed(1)} with ${middle.size})`,
    against: `${small.ms.toFixed(1)} ms with ${small.size}`,
    ratio: large.ms / small.ms,
    aim: { atMost: 1.5 },
    note: scans.map(inWords).join("; "),
  }
}

type Measured = { size: number; ms: number }

function inWords({ table, sql }: { table: string; sql: string }): string {
  return `reads all of ${table}: \`${sql.replace(/\s+/g, " ").slice(0, 400)}\``
}

/** What a row takes on the disk with its indexes, in the largest and the smallest. */
async function bytes(ledgers: Ledgers, sizes: number[]): Promise<Figure[]> {
  const large = await ledgers.bytesARow()
  await ledgers.use(sizes[0]!)
  const small = await ledgers.bytesARow()
  return [...large].map(([table, each]) => ({
    what: `a row of ${table} on the disk, with its indexes`,
    value: `${Math.round(each)} bytes with ${sizes.at(-1)} checkouts`,
    against: `${Math.round(small.get(table)!)} bytes with ${sizes[0]}`,
    ratio: each / small.get(table)!,
  }))
}
