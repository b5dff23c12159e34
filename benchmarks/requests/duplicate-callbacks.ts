import { signTestCallback } from "../../src/modules/instalments/callback/signature"
import type { Figure } from "../figure"
import type { BenchStore } from "../store/boot"
import { beginInRealTime } from "../store/real-time"
import { againstEmpty, inWords } from "./against-empty"
import type { Sent } from "./load"
import { paidCallback } from "./paid-callback"

/** Enough payments that no two simultaneous requests are about the same one. */
const PAYMENTS = 20

/**
 * The service sends callbacks again that were settled long ago: one of them
 * over and over, or those of many payments in turn.
 */
export async function duplicateCallbacks(store: BenchStore): Promise<Figure[]> {
  await beginInRealTime(store)
  const callbacks: Sent[] = []
  for (let payment = 0; payment < PAYMENTS; payment++) {
    callbacks.push(await settledCallback(store))
  }
  return [
    await figure(store, "of one payment", callbacks.slice(0, 1)),
    await figure(store, `of ${PAYMENTS} payments in turn`, callbacks),
  ]
}

async function figure(
  store: BenchStore,
  which: string,
  requests: Sent[]
): Promise<Figure> {
  const { ours, empty } = await againstEmpty(
    { url: `${store.url}/hooks/instalments`, requests },
    { url: `${store.url}/hooks/bench-empty`, requests }
  )
  return {
    what: `duplicate callbacks ${which}, verified and counted in the ledger`,
    value: inWords(ours),
    against: `an empty route of this server: ${inWords(empty)}`,
    ratio: ours.perSecond / empty.perSecond,
    aim: { atLeast: 0.8 },
  }
}

async function settledCallback(store: BenchStore): Promise<Sent> {
  const { reference } = await store.buy()
  const body = JSON.stringify(paidCallback(reference))
  await store.deliver(body)
  const headers = {
    "content-type": "application/json",
    ...signTestCallback(body, store.ledger.options.signingSecret[0]!),
  }
  return { method: "POST", headers, body }
}
