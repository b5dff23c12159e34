import { signTestCallback } from "../../src/modules/instalments/callback/sign-test-callback"
import type { Figure } from "../figure"
import type { BenchStore } from "../store/boot"
import { beginInRealTime } from "../store/real-time"
import { againstEmpty, inWords } from "./against-empty"
import { paidCallback } from "./paid-callback"

/** The service sends a callback again that was settled long ago. */
export async function duplicateCallbacks(store: BenchStore): Promise<Figure[]> {
  await beginInRealTime(store)
  const { reference } = await store.buy()
  const body = JSON.stringify(paidCallback(reference))
  const headers = {
    "content-type": "application/json",
    ...signTestCallback(body, store.ledger.options.signingSecret),
  }
  const options = { method: "POST" as const, headers, body }
  const { ours, empty } = await againstEmpty(
    { url: `${store.url}/hooks/instalments`, options },
    { url: `${store.url}/hooks/bench-empty`, options }
  )
  return [
    {
      what: "duplicate callbacks, verified and counted in the ledger",
      value: inWords(ours),
      against: `an empty route of this server: ${inWords(empty)}`,
      ratio: ours.perSecond / empty.perSecond,
      aim: { atLeast: 0.7 },
    },
  ]
}
