import { request } from "../../demo/shopper/request.cjs"
import { demand, it } from "../install/record.mjs"
import { jobRan } from "./aftermath/job-ran.mjs"
import { nextCheckAt } from "./aftermath/look.mjs"
import { expectAccounted } from "./expectations.mjs"
import { crowd } from "./load/crowd.mjs"
import { Disasters } from "./load/disasters.mjs"
import { findGoods } from "./load/find-goods.mjs"
import { Merchant } from "./order/merchant.mjs"
import { startCluster } from "./store/cluster.mjs"
import { addToTally } from "./tally-file.mjs"

const shoppers = Number(process.env.SHOPPERS || 200)
const atOnce = Number(process.env.AT_ONCE || 24)
const kills = Number(process.env.KILLS || 0)

/** The whole play: the cluster, the shoppers, the disasters, the books. */
export async function play(dataFolder) {
  const cluster = await it("starts two servers and a worker on Redis", () =>
    startCluster(dataFolder))
  Object.assign(cluster.shop, await findGoods(cluster))
  cluster.merchant = await Merchant.of(cluster)
  await request("PUT", `${cluster.service}/sandbox/settings`, {
    body: { callbacks: { mode: "duplicate", count: 2 } },
  })
  const disasters = new Disasters(cluster, { shoppers, kills })
  const { purchases, carts } =
    await it(`lets ${shoppers} shoppers shop, and the merchant change their orders, while everything is killed and restarted`, () =>
      shopThrough(disasters, cluster))
  tell(cluster, disasters)
  const wishes = purchases.filter(({ error }) => !error)
  await it("gives every shopper an order, and does with it what is wanted", async () => {
    const errors = purchases.flatMap(({ error }) => error ?? [])
    demand("Shoppers whose wish was not done", errors.length === 0, errors)
    const orders = new Set(purchases.map(({ orderId }) => orderId))
    demand("Orders", orders.size === carts.length, orders.size)
  })
  // Shoppers who meet no lock of a killed server are done within a minute.
  await it("runs the jobs on the worker", () => jobRan(cluster))
  // The jobs run below, in virtual time; two clocks would break the limits.
  await cluster.worker.stop()
  const found = await it("comes to rest: nothing is open or due", () =>
    nextCheckAt(cluster, { cartIds: carts, wishes }))
  await addToTally({ shoppers: carts.length, kills: disasters.kills, ...found })
  await expectAccounted(found, wishes)
}

async function shopThrough(disasters, cluster) {
  disasters.begin()
  const shopped = await crowd({
    shoppers,
    atOnce,
    cluster,
    goesOn: () => disasters.goesOn,
    onDone: (done) => disasters.progress(done),
  })
  await disasters.end()
  return shopped
}

function tell({ servers, worker, front }, { happened, kills }) {
  const each = [...servers, worker].map(
    ({ name, kills, falls }) => `${name} ${kills}, ${falls}`
  )
  const { callbacks, lost, deliveries } = front.seen
  console.log(`      ${happened.length} disasters, ${kills} of them kills
      killed, and ended by themselves: ${each.join("; ")}
      ${callbacks} callbacks, ${lost} of them lost, ${deliveries} taken by the two servers`)
}
