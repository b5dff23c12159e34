import type { Figure } from "../figure"
import { median, timed } from "../measure/median"
import type { BenchStore } from "../store/boot"
import { beginInVirtualTime } from "../store/virtual-time"
import { fillLedger } from "./fill"
import { operations, type Operation } from "./operations"
import { scansOf } from "./read-plans"

const SIZES = [10_000, 100_000, 1_000_000]
const ROUNDS = 40

/**
 * What the store does with its ledger while that grows a hundredfold: the time
 * each takes, and whether a statement reads a whole table.
 */
export async function ledgerGrowth(store: BenchStore): Promise<Figure[]> {
  await beginInVirtualTime(store)
  const times = new Map<Operation, number[]>(operations.map((o) => [o, []]))
  for (const size of SIZES) {
    await fillLedger(store.ledger.db, size)
    const samples = new Map(operations.map((o) => [o, [] as number[]]))
    // Interleaved: what else the machine does hits all of them alike.
    for (let round = 0; round < ROUNDS; round++) {
      for (const operation of operations) {
        const n = Math.floor(Math.random() * size)
        const ms = await timed(() => operation.run(store, n))
        samples.get(operation)!.push(ms)
      }
    }
    for (const operation of operations) {
      times.get(operation)!.push(median(samples.get(operation)!))
    }
    process.stderr.write(` ${size} rows,`)
  }
  const figures: Figure[] = []
  for (const operation of operations) {
    figures.push(await figureOf(store, operation, times.get(operation)!))
  }
  return figures
}

async function figureOf(
  store: BenchStore,
  operation: Operation,
  times: number[]
): Promise<Figure> {
  const scans = await scansOf(store, () => operation.run(store, 700))
  const [small = NaN, ...larger] = times
  const large = larger.at(-1) ?? NaN
  return {
    what: operation.name,
    value: `${larger.map((ms) => ms.toFixed(1)).join(", ")} ms with ${SIZES.slice(1).join(", ")} rows`,
    against: `${small.toFixed(1)} ms with ${SIZES[0]}`,
    ratio: large / small,
    aim: { atMost: 1.5 },
    note: scans.length
      ? scans
          .map(
            ({ table, sql }) =>
              `reads all of ${table}: \`${sql.replace(/\s+/g, " ").slice(0, 400)}\``
          )
          .join("; ")
      : undefined,
  }
}
