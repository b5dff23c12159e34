import {
  chooseInstalments,
  fillCart,
} from "../../integration-tests/harness/shopper"
import type { Figure } from "../figure"
import { median, timed } from "../measure/median"
import type { BenchStore } from "../store/boot"
import { beginInRealTime } from "../store/real-time"
import { watchInitiate, type Initiated } from "./watch-initiate"

const WARM_UP = 5
const ROUNDS = 40

/** A shopper chooses instalments: what we add to the service's own answer. */
export async function initiatePayment(store: BenchStore): Promise<Figure[]> {
  await beginInRealTime(store)
  const { api, shop } = store
  const carts: string[] = []
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    carts.push(await fillCart(api, shop))
  }
  const trips: number[] = []
  const watch = watchInitiate(store)
  for (const cart of carts) {
    await chooseInstalments(api, shop, cart)
    trips.push(await timed(() => store.db.raw("select 1")))
  }
  watch.end()
  const of = (value: (one: Initiated) => number) =>
    median(watch.seen.slice(WARM_UP).map(value))
  const beyond = of(({ all, service }) => all.ms - service)
  const own = of(({ all, cart, service }) => all.ms - cart.ms - service)
  const cart = of((one) => one.cart.ms)
  const statements = of((one) => one.all.statements)
  const ofCart = of((one) => one.cart.statements)
  const least = median(trips.slice(WARM_UP)) * (statements - ofCart)
  return [
    {
      what: "initiatePayment beyond the service's own answer",
      value: `${beyond.toFixed(1)} ms and ${statements} statements`,
      against: "5 ms",
      ratio: beyond / 5,
      aim: { atMost: 1 },
      note: `The service (the sandbox on this machine) took ${of(({ service }) => service).toFixed(1)} ms.`,
    },
    {
      what: "initiatePayment, the plugin's own part of it",
      value: `${own.toFixed(1)} ms and ${statements - ofCart} statements`,
      against: `Medusa's query for the cart: ${cart.toFixed(1)} ms and ${ofCart} statements`,
      ratio: own / cart,
    },
    {
      what: "initiatePayment, the plugin's own part of it",
      value: `${own.toFixed(1)} ms`,
      against: `as many times \`select 1\`: ${least.toFixed(1)} ms`,
      ratio: own / least,
    },
    {
      what: "connections opened to the service",
      value: String(watch.service.connections),
      against: `requests: ${carts.length}`,
      ratio: watch.service.connections / carts.length,
      aim: { atMost: 2 / carts.length },
    },
  ]
}
