import * as fc from "fast-check"
import type { CallbackInput, Fault } from "../../../src/sandbox"
import type { CallbackMode } from "../../../src/sandbox/settings"
import type { World } from "../world"
import type { Step } from "./step"

const MODES: Record<CallbackMode, string> = {
  normal: "brings callbacks as usual",
  never: "loses callbacks",
  late: "brings callbacks late",
  duplicate: "brings callbacks twice at once",
  bad_signature: "signs callbacks wrongly",
  out_of_order: "brings stale callbacks after the true ones",
}

const BY_HAND: Record<string, CallbackInput> = {
  "Thandi's last callback comes again": {},
  "a stale callback says that Thandi has cancelled": { status: "cancelled" },
  "somebody forges a callback that Thandi has paid": {
    status: "successful",
    signature: "forged",
  },
}

const FAULTS: Record<string, Omit<Fault, "method" | "path">> = {
  "cuts the connection": { kind: "down" },
  "answers 500": { kind: "error" },
  "answers slowly": { kind: "slow", ms: 300 },
  "loses its answer": { kind: "lost_answer" },
  "breaks off its answer": { kind: "truncated" },
  "answers 429": { kind: "rate_limit", seconds: 30 },
}
/** Final words, which only what is created can meet. */
const REFUSED: Fault = { kind: "error", status: 422, method: "POST" }
const REQUESTS: Record<string, Pick<Fault, "method" | "path" | "exact">> = {
  "creation of a checkout": { method: "POST", path: "/api/checkouts" },
  "question about checkouts": { method: "GET", path: "/api/checkouts" },
  refund: { method: "POST", path: "/api/refunds" },
  "question about refunds": { method: "GET", path: "/api/refunds" },
}

/** What the service does, correctly or not. */
export function serviceSteps(): fc.WeightedArbitrary<Step>[] {
  const modes = Object.keys(MODES) as CallbackMode[]
  const faults = fc.record({
    fault: fc.constantFrom(...Object.keys(FAULTS)),
    request: fc.constantFrom(...Object.keys(REQUESTS)),
    times: fc.constantFrom(1, 2),
  })
  return [
    {
      weight: 8,
      arbitrary: fc.constantFrom(...modes).map((mode) => ({
        says: `the service ${MODES[mode]}`,
        run: async ({ store }) => store.sandbox.set({ callbacks: { mode } }),
      })),
    },
    { weight: 4, arbitrary: callbackSteps() },
    {
      weight: 8,
      arbitrary: faults.map(({ fault, request, times }) => ({
        says: `the service ${fault} to the next ${request}${times > 1 ? ", twice" : ""}`,
        run: async ({ store }) =>
          store.sandbox.fault({
            ...(FAULTS[fault] as Fault),
            ...REQUESTS[request],
            times,
          }),
      })),
    },
    {
      weight: 2,
      arbitrary: fc.constant({
        says: "the service refuses the next creation of a checkout",
        run: async ({ store }) =>
          store.sandbox.fault({ ...REFUSED, path: "/api/checkouts", times: 1 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom("failed", "complete").map((outcome) => ({
        says: `from now on refunds at the service end ${outcome}`,
        run: async ({ store }) =>
          store.sandbox.set({ refunds: { outcome: outcome as "failed" } }),
      })),
    },
  ]
}

/** Callbacks that come out of order. */
export function callbackSteps(): fc.Arbitrary<Step> {
  return fc.constantFrom(...Object.keys(BY_HAND)).map((says) => ({
    says,
    run: (world) => sendByHand(world, BY_HAND[says] as CallbackInput),
  }))
}

async function sendByHand(
  { store, shoppers }: World,
  callback: CallbackInput
): Promise<void> {
  const reference = shoppers.Thandi.tabs.at(-1)?.reference
  const checkout = [...store.sandbox.checkouts.values()].find(
    ({ client_reference_id }) => client_reference_id === reference
  )
  if (checkout && (callback.status || checkout.status !== "received")) {
    await store.sandbox.sendCallback(checkout.id, callback)
  }
}
