import { Modules } from "@medusajs/framework/utils"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import {
  chooseInstalments,
  fillCart,
} from "../../integration-tests/store/shopper"
import { PROVIDER_ID } from "../../src/workflows/settle/ensure-payment-session"
import type { Figure } from "../figure"
import { median } from "../measure/median"
import type { BenchStore } from "../store/boot"
import { beginInRealTime } from "../store/real-time"

const ROUNDS = 30
const CREATED = "undici:request:create"
const ENDED = "undici:request:trailers"
const CONNECTED = "undici:client:connected"

type Initiate = (...args: unknown[]) => Promise<unknown>

/** A shopper chooses instalments: what we add to the service's own answer. */
export async function initiatePayment(store: BenchStore): Promise<Figure[]> {
  await beginInRealTime(store)
  const { api, shop, ledger } = store
  const carts: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    carts.push(await fillCart(api, shop))
  }
  const watch = watchService()
  const provider = providerOf(store)
  const initiate = provider.initiatePayment.bind(provider)
  const own: number[] = []
  const service: number[] = []
  const trips: number[] = []
  provider.initiatePayment = async (...args) => {
    let queries = 0
    const count = () => void queries++
    watch.ms = 0
    ledger.db.on("query", count)
    const from = performance.now()
    const answer = await initiate(...args)
    const all = performance.now() - from
    ledger.db.removeListener("query", count)
    own.push(all - watch.ms)
    service.push(watch.ms)
    trips.push(queries)
    return answer
  }
  for (const cart of carts) {
    await chooseInstalments(api, shop, cart)
  }
  provider.initiatePayment = initiate
  watch.end()
  return [
    {
      what: "initiatePayment beyond the service's own answer",
      value: `${median(own).toFixed(1)} ms and ${median(trips)} statements`,
      against: "5 ms",
      ratio: median(own) / 5,
      aim: { atMost: 1 },
      note: `The service (the sandbox on this machine) took ${median(service).toFixed(1)} ms.`,
    },
    {
      what: "connections opened to the service",
      value: String(watch.connections),
      against: `requests: ${ROUNDS}`,
      ratio: watch.connections / ROUNDS,
      aim: { atMost: 2 / ROUNDS },
    },
  ]
}

/** Times the requests that undici sends, and counts its connections. */
function watchService() {
  const watch = { ms: 0, connections: 0, end: () => undefined as void }
  const begun = new WeakMap<object, number>()
  const requestOf = (message: unknown) =>
    (message as { request: object }).request
  const create = (message: unknown) =>
    void begun.set(requestOf(message), performance.now())
  const ended = (message: unknown) => {
    watch.ms += performance.now() - (begun.get(requestOf(message)) ?? NaN)
  }
  const connected = () => void watch.connections++
  subscribe(CREATED, create)
  subscribe(ENDED, ended)
  subscribe(CONNECTED, connected)
  watch.end = () => {
    unsubscribe(CREATED, create)
    unsubscribe(ENDED, ended)
    unsubscribe(CONNECTED, connected)
  }
  return watch
}

/** The provider as Medusa's payment module holds it. */
function providerOf({ container }: BenchStore) {
  const payment = container.resolve(Modules.PAYMENT) as unknown as {
    paymentProviderService_: {
      retrieveProvider(id: string): { initiatePayment: Initiate }
    }
  }
  return payment.paymentProviderService_.retrieveProvider(PROVIDER_ID)
}
