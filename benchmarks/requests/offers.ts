import type { Figure } from "../figure"
import type { BenchStore } from "../store/boot"
import { beginInRealTime } from "../store/real-time"
import { againstEmpty, inWords } from "./against-empty"

/** A product page asks what a price is in instalments. */
export async function offers(store: BenchStore): Promise<Figure[]> {
  await beginInRealTime(store)
  store.sandbox.journal.clear()
  const requests = [{ method: "GET" as const, headers: store.shop.headers }]
  const { ours, empty } = await againstEmpty(
    {
      url: `${store.url}/store/instalments/offer?amount=1499.90&currency_code=zar`,
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
      aim: { atLeast: 0.8 },
      note: `${calls} requests to the service.`,
    },
  ]
}
