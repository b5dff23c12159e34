import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { signTestCallback } from "../../src/modules/instalments/callback/signature"
import type { Figure } from "../figure"
import { median } from "../measure/median"
import { Load } from "../requests/load"
import { paidCallback } from "../requests/paid-callback"
import type { BenchStore } from "../store/boot"
import { beginInRealTime } from "../store/real-time"

/**
 * An hour of a small shop: this many offers and orders, with every callback
 * twice.
 */
const PARTS = 6
const ORDERS = 10
const OFFERS_AN_ORDER = 100
const DUPLICATES_AN_ORDER = 18
const WARM_UP = 2

/** The heap after an hour's worth of load, against the one after its beginning. */
export async function memory(store: BenchStore): Promise<Figure[]> {
  await beginInRealTime(store)
  const load = new Load()
  const parts: Part[] = []
  let before = NaN
  for (let part = 0; part < WARM_UP + PARTS; part++) {
    const ofOrders = await heapAfter(() => orders(store))
    const ofRequests = await heapAfter(() => offersAndDuplicates(store, load))
    parts.push({
      heap: ofRequests,
      byOrders: ofOrders - before,
      byRequests: ofRequests - ofOrders,
    })
    before = ofRequests
  }
  await load.close()
  const counted = parts.slice(WARM_UP)
  const heaps = counted.map(({ heap }) => heap)
  const [first, last] = [heaps[0] ?? NaN, heaps.at(-1) ?? NaN]
  const [offers, duplicates] = [OFFERS_AN_ORDER, DUPLICATES_AN_ORDER].map(
    (count) => PARTS * ORDERS * count
  )
  const left = (of: (part: Part) => number) =>
    `${(median(counted.map(of)) / ORDERS / 2 ** 10).toFixed(0)} KB`
  return [
    {
      what: `the heap after ${PARTS * ORDERS} orders, ${offers} offers and ${duplicates} duplicate callbacks`,
      value: megabytes(last),
      against: `after a sixth of them: ${megabytes(first)}`,
      ratio: last / first,
      aim: { atMost: 1.05 },
      note: `After each part: ${heaps.map(megabytes).join(", ")}. An order left ${left(({ byOrders }) => byOrders)} behind, its ${OFFERS_AN_ORDER} offers and ${DUPLICATES_AN_ORDER} duplicates ${left(({ byRequests }) => byRequests)}.`,
    },
  ]
}

/** The heap after a part of the load, and by how much it grew, in bytes. */
type Part = { heap: number; byOrders: number; byRequests: number }

async function orders(store: BenchStore) {
  for (let order = 0; order < ORDERS; order++) {
    await store.buy()
  }
}

async function offersAndDuplicates(store: BenchStore, load: Load) {
  const { reference } = await store.beginCheckout()
  const body = JSON.stringify(paidCallback(reference))
  await store.deliver(body)
  const signature = signTestCallback(
    body,
    store.ledger.options.signingSecret[0]!
  )
  const headers = { "content-type": "application/json", ...signature }
  await load.send({
    url: `${store.url}/hooks/instalments`,
    requests: [{ method: "POST", headers, body }],
    count: ORDERS * DUPLICATES_AN_ORDER,
    atOnce: 8,
  })
  await load.send({
    url: `${store.url}/store/instalments/offer?amount=1499.90&currency_code=zar`,
    requests: [{ method: "GET", headers: store.shop.headers }],
    count: ORDERS * OFFERS_AN_ORDER,
    atOnce: 8,
  })
}

/** The bytes of the heap that are still in use after the work, all else freed. */
async function heapAfter(work: () => Promise<void>): Promise<number> {
  await work()
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  // What the first collection finalises, the second frees.
  collect()
  await new Promise(setImmediate)
  collect()
  return process.memoryUsage().heapUsed
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`
