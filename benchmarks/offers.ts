import type { Figure } from "./support/figure"
import type { BenchStore } from "./support/boot"
import { beginInRealTime } from "./support/real-time"
import { againstEmpty, inWords } from "./support/against-empty"
import { Load } from "./support/load"
import { sharedCache } from "./support/shared-cache"

const SHOWN = 5_000
const ASKED = "/store/instalments/offer?amount=1499.90&currency_code=zar"

/** A product page asks what a price is in instalments. */
export async function offers(store: BenchStore): Promise<Figure[]> {
  await beginInRealTime(store)
  store.sandbox.journal.clear()
  const requests = [{ method: "GET" as const, headers: store.shop.headers }]
  const { ours, empty } = await againstEmpty(
    {
      url: `${store.url}${ASKED}`,
      requests,
    },
    { url: `${store.url}/store/bench-empty`, requests }
  )
  const calls = store.sandbox.journal.requests.length
  return [
    {
      what: "offers for an amount",
      value: inWords(ours),
      against: `an empty store route of this server: ${inWords(empty)}`,
      ratio: ours.perSecond / empty.perSecond,
      aim: { atLeast: 0.95 },
      note: `${calls} requests to the service.`,
    },
    await fromCache(store),
  ]
}

/** Two minutes of product pages with a shared cache in front of the store. */
async function fromCache(store: BenchStore): Promise<Figure> {
  let now = 0
  const cache = await sharedCache(store.url, () => now)
  const load = new Load()
  const requests = [{ method: "GET" as const, headers: store.shop.headers }]
  const url = `${cache.url}${ASKED}`
  // The first answer is kept before many ask at once.
  for (const count of [1, SHOWN]) {
    await load.send({ url, requests, count, atOnce: count === 1 ? 1 : 8 })
  }
  now += 61_000
  for (const count of [1, SHOWN]) {
    await load.send({ url, requests, count, atOnce: count === 1 ? 1 : 8 })
  }
  await load.close()
  cache.close()
  const { all, notModified } = cache.asked
  const shown = 2 * (SHOWN + 1)
  return {
    what: `offers that reach the store, of ${shown} shown in two minutes behind a shared cache`,
    value: `${all}, ${notModified} of them answered 304`,
    against: "one in each minute: 2",
    ratio: all / 2,
    aim: { atMost: 1 },
  }
}
