import { pay } from "../../../demo/shopper/buying.cjs"
import { request } from "../../../demo/shopper/request.cjs"
import { demo } from "./demo"

const control = (method: string, path: string, body?: unknown) =>
  request(method, `${demo.sandbox}/sandbox${path}`, { body })

/** What the tests make the service do. */
export const sandbox = {
  /** Pays in place of the shopper; answers after the first callback. */
  pay: (id: string) => pay(demo.sandbox, id),
  /** The service's support refunds by itself, in cents; answers what it made. */
  refund: async (id: string, amount: number) =>
    (await control("POST", `/checkouts/${id}/refund`, { amount }))
      .refund_request as { id: string; created_at: string },
  /** Sends the callback that was held back. */
  sendCallback: (id: string) =>
    control("POST", `/checkouts/${id}/callback`, {}),
  /** From now on no callback is sent by itself. */
  holdCallbacks: () => settings({ callbacks: { mode: "never" } }),
  /** While this lasts the store cannot check a checkout either. */
  refuseQuestions: () => refuse("GET"),
  /** While this lasts no checkout can be created. */
  refuseCheckouts: () => refuse("POST"),
  /** Until `calm` it signs its callbacks in hex. */
  signInHex: () => settings({ callbacks: { signature: { encoding: "hex" } } }),
  /** From now on it counts no requests; other tests cover the limits. */
  liftLimits: () => settings({ limits: { enabled: false } }),
  passMinutes: (minutes: number) =>
    control("POST", "/clock", { advance: `PT${minutes}M` }),
  allowFrames: () => settings({ frameAncestors: [demo.storefront] }),
  /** As it was at the start, except for its clock and what was paid. */
  async calm() {
    const signature = { encoding: "base64" }
    const callbacks = { mode: "normal", signature }
    await settings({ callbacks, frameAncestors: [] })
    await control("DELETE", "/faults")
  },
}

function refuse(method: string) {
  return fault({ status: 503, method, path: "/api/checkouts" })
}

function fault(error: { status: number; method: string; path: string }) {
  return control("POST", "/faults", { kind: "error", ...error })
}

function settings(change: object) {
  return control("PUT", "/settings", change)
}
