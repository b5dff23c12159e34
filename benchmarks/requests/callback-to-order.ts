import { parseCallback } from "../../src/modules/instalments/callback/parse-callback"
import type { Figure } from "../figure"
import { median, timed } from "../measure/median"
import type { BenchStore } from "../store/boot"
import { beginInRealTime } from "../store/real-time"
import { paidCallback } from "./paid-callback"

const ROUNDS = 20
const WARM_UP = 3

/**
 * From the callback's arrival to its answer, which tells that the order is
 * placed, against completing the same cart, paid the same way, by itself.
 */
export async function callbackToOrder(store: BenchStore): Promise<Figure[]> {
  await beginInRealTime(store)
  const settled: number[] = []
  const completed: number[] = []
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const ofCallback = await byCallback(store)
    const ofCompletion = await byCompletion(store)
    if (round >= WARM_UP) {
      settled.push(ofCallback)
      completed.push(ofCompletion)
    }
  }
  return [
    {
      what: "callback received → order placed and answered",
      value: `${median(settled).toFixed(0)} ms`,
      against: `POST /store/carts/:id/complete of a cart known to be paid: ${median(completed).toFixed(0)} ms`,
      ratio: median(settled) / median(completed),
      aim: { atMost: 1.15 },
    },
  ]
}

async function byCallback(store: BenchStore): Promise<number> {
  const { reference, cartId } = await store.beginCheckout()
  const ms = await timed(() => store.deliver(paidCallback(reference)))
  await expectPlaced(store, reference, cartId)
  return ms
}

async function byCompletion(store: BenchStore): Promise<number> {
  const { reference, cartId } = await store.beginCheckout()
  const body = Buffer.from(JSON.stringify(paidCallback(reference)))
  await store.ledger.recordCallback(body, parseCallback(body))
  return timed(async () => {
    const { data } = await store.post(`/store/carts/${cartId}/complete`)
    if (data.type !== "order") {
      throw new Error(`Cart ${cartId} was not completed.`)
    }
  })
}

async function expectPlaced(
  { ledger }: BenchStore,
  reference: string,
  cartId: string
) {
  const { outcome } = await ledger.retrieveCheckout(reference)
  if (outcome !== "placed") {
    throw new Error(`The payment of cart ${cartId} is ${outcome}.`)
  }
}
