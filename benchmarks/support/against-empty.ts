import { median, quantile } from "./median"
import { Load, type Order } from "./load"

const WARM_UP = 3
const ROUNDS = 9
const COUNT = 1_000
const AT_ONCE = 8

/** What two routes of one server did in the same minutes. */
export type Comparison = Record<
  "ours" | "empty",
  { perSecond: number } & Spread
>
type Spread = { p50: number; p99: number }

/** Sends as many requests to our route as to an empty one, turn by turn. */
export async function againstEmpty(
  ours: Pick<Order, "url" | "requests">,
  empty: Pick<Order, "url" | "requests">
): Promise<Comparison> {
  const load = new Load()
  const rates = { ours: [] as number[], empty: [] as number[] }
  const latencies = { ours: [] as number[], empty: [] as number[] }
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [name, order] of Object.entries({ empty, ours })) {
      const who = name as keyof Comparison
      const served = await load.send({
        ...order,
        count: COUNT,
        atOnce: AT_ONCE,
      })
      if (round >= WARM_UP) {
        rates[who].push((COUNT / served.ms) * 1_000)
        latencies[who].push(...served.latencies)
      }
    }
  }
  await load.close()
  const summary = (who: keyof Comparison) => ({
    perSecond: median(rates[who]),
    p50: median(latencies[who]),
    p99: quantile(latencies[who], 0.99),
  })
  return { ours: summary("ours"), empty: summary("empty") }
}

/** A route's throughput and latency as the table says it. */
export function inWords({ perSecond, p50, p99 }: Comparison["ours"]): string {
  return `${perSecond.toFixed(0)} a second, ${p50.toFixed(1)} ms p50, ${p99.toFixed(1)} ms p99`
}
