// Buys from one, two and three processes of the store in turn, then from one with
// and without the plugin's payment in pairs, and writes what was seen as JSON:
//   node benchmarks/throughput/play.mjs FILE
import { writeFileSync } from "node:fs"
import { runAndStop } from "../../demo/processes/stopping.mjs"
import { throwAwayFolder } from "../../demo/processes/throw-away-folder.mjs"
import { processorTime } from "./processor-time.mjs"
import { buy } from "./shopper.mjs"
import { startStores } from "./stores.mjs"

const ROUNDS = Number(process.env.ROUNDS || 3)
/** Of rounds with and without the plugin: their ratios differ by several hundredths. */
const PAIRS = Number(process.env.PAIRS || 16)
const ORDERS = 12
const AT_ONCE = 6
const TURNS = [
  { processes: 1, paidBy: "instalments" },
  { processes: 2, paidBy: "instalments" },
  { processes: 3, paidBy: "instalments" },
]

async function play() {
  const stores = await startStores(3, throwAwayFolder("bench"))
  const { servers, all } = stores
  let number = 0
  await round({ processes: 3, paidBy: "nothing" })
  await round({ processes: 3, paidBy: "instalments" })
  const rounds = []
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const kind of TURNS) {
      rounds.push(await round(kind))
    }
  }
  const pairs = []
  for (let pair = 0; pair < PAIRS; pair++) {
    // Who begins changes, so that a machine that slows down favours neither.
    const order = ["nothing", "instalments"]
    for (const paidBy of pair % 2 ? order.reverse() : order) {
      const { processor } = await round({ processes: 1, paidBy })
      pairs[pair] = { ...pairs[pair], [paidBy]: processor }
    }
  }
  await all[0].ask("/profile/start")
  await round({ processes: 1, paidBy: "instalments" })
  const profile = await all[0].ask("/profile/stop")
  return { orders: ORDERS, rounds, pairs, profile }

  async function round({ processes, paidBy }) {
    servers.splice(0, servers.length, ...all.slice(0, processes))
    const before = await spent()
    const from = performance.now()
    let left = ORDERS
    const one = async () => {
      while (left-- > 0) {
        await buy(number++, stores, paidBy)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, one))
    const ms = performance.now() - from
    const after = await spent()
    const processor = Object.fromEntries(
      Object.entries(after).map(([who, all]) => [who, all - before[who]])
    )
    return { processes, paidBy, ms, processor }
  }

  async function spent() {
    const each = await Promise.all(all.map(({ ask }) => ask("/cpu")))
    const { user, system } = process.cpuUsage()
    const port = (url) => new URL(url).port
    return {
      store: each.reduce((sum, { ms }) => sum + ms, 0),
      postgres: processorTime(`-p ${port(stores.database.url)}`),
      redis: processorTime(`redis-server 127.0.0.1:${port(stores.redis.url)}`),
      service: processorTime(`cli.ts --port ${port(stores.service)}`),
      shoppers: (user + system) / 1_000,
    }
  }
}

await runAndStop(async () =>
  writeFileSync(process.argv[2], JSON.stringify(await play()))
)
