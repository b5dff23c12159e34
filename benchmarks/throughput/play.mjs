// Buys from one, two and three processes of the store in turn, then from one with
// and without the plugin's payment in pairs, and writes what was seen as JSON:
//   node benchmarks/throughput/play.mjs FILE
import { writeFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { runAndStop } from "../../demo/processes/stopping.mjs"
import { throwAwayFolder } from "../../demo/processes/throw-away-folder.mjs"
import { waitFor } from "../../demo/processes/wait-for.mjs"
import { processorTime } from "./processor-time.mjs"
import { buy } from "./shopper.mjs"
import { startStores } from "./stores.mjs"

const ROUNDS = Number(process.env.ROUNDS || 3)
/** Of short rounds with and without the plugin, as the machine's speed changes. */
const PAIRS = Number(process.env.PAIRS || 60)
const LONG = { orders: 12, atOnce: 6 }
const SHORT = { orders: 3, atOnce: 3 }
const TURNS = [
  { processes: 1, paidBy: "instalments" },
  { processes: 2, paidBy: "instalments" },
  { processes: 3, paidBy: "instalments" },
]
/** The stores are idle when all of them take less than this of a moment. */
const MOMENT_MS = 200
const IDLE_MS = 20
const MAX_WAIT_MS = 30_000

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
      const { processor } = await round({ processes: 1, paidBy }, SHORT)
      pairs[pair] = { ...pairs[pair], [paidBy]: processor }
    }
  }
  await all[0].ask("/profile/start")
  await round({ processes: 1, paidBy: "instalments" })
  const profile = await all[0].ask("/profile/stop")
  return {
    orders: LONG.orders,
    ordersOfPair: SHORT.orders,
    rounds,
    pairs,
    profile,
  }

  async function round({ processes, paidBy }, { orders, atOnce } = LONG) {
    servers.splice(0, servers.length, ...all.slice(0, processes))
    await idle()
    const before = await spent()
    const from = performance.now()
    let left = orders
    const one = async () => {
      while (left-- > 0) {
        await buy(number++, stores, paidBy)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, one))
    const ms = performance.now() - from
    // What an order's events begin belongs to it.
    await idle()
    const after = await spent()
    const processor = Object.fromEntries(
      Object.entries(after).map(([who, all]) => [who, all - before[who]])
    )
    return { processes, paidBy, ms, processor }
  }

  function idle() {
    const spentInAMoment = async () => {
      const before = await spentByStores()
      await pause(MOMENT_MS)
      return (await spentByStores()) - before
    }
    const isIdle = (ms) => ms < IDLE_MS
    return waitFor("Idle stores", spentInAMoment, isIdle, MAX_WAIT_MS)
  }

  async function spentByStores() {
    const each = await Promise.all(all.map(({ ask }) => ask("/cpu")))
    return each.reduce((sum, { ms }) => sum + ms, 0)
  }

  async function spent() {
    const { user, system } = process.cpuUsage()
    const port = (url) => new URL(url).port
    return {
      store: await spentByStores(),
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
