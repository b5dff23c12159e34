import { z } from "@medusajs/framework/zod"
import { Hono } from "hono"
import { durationMs } from "../clock"
import { faultInput } from "../faults"
import { check, flag, object, readJson, Refusal, text, whole } from "../input"
import type { Env, Parts } from "../parts"

const forced = object({ force: flag.optional() })
const nothing = object({})
const paid = forced.extend({ number_of_payments: whole.optional() })
const declined = object({ reason: text.optional() })
const refunded = object({ amount: whole.min(1, "must be cents, 1 or more") })
const renamed = object({ status: text.min(1, "must not be empty") })
const called = object({
  status: text.optional(),
  number_of_payments: whole.optional(),
  body: z.unknown(),
  signature: text.optional(),
})
const keyList = z
  .array(text.min(1, "must not be empty"), "must be a list")
  .min(1, "must not be empty")
  .optional()
const exchanged = object({ client_secret: keyList, signing_secret: keyList })
const moved = object({
  advance_ms: whole.optional(),
  advance: text.optional(),
  to: text.optional(),
})

type Route = { name: string; run: (id: string, input: unknown) => unknown }

/** A control route: how it is called, what it takes, what it does. */
function route<S extends z.ZodType>(
  name: string,
  schema: S,
  act: (id: string, input: z.output<S>) => unknown
): Route {
  return { name, run: (id, input) => act(id, check(schema, input)) }
}

/** Answers `/sandbox/…`: the control interface over HTTP, JSON, no keys. */
export function controlRoutes(parts: Parts) {
  const app = new Hono<Env>({ strict: false })
  for (const { name, run } of listControlRoutes(parts)) {
    const [method = "", path = ""] = name.split(" /sandbox")
    app.on(method, path, async (c) => {
      const raw = c.get("raw").trim()
      const input = raw ? readJson(raw) : {}
      return c.json(await run(c.req.param("id") ?? "", input))
    })
  }
  app.all("*", () => {
    const detail = "The control interface has no such route; / lists them."
    throw new Refusal(404, detail)
  })
  return app
}

/** Every control route, for the application and for the human page. */
export function listControlRoutes(parts: Parts): Route[] {
  const { control, clock, faults, journal, state } = parts
  const moves = Object.entries({
    approve: control.approveRefund,
    complete: control.completeRefund,
    fail: control.failRefund,
  })
  return [
    route("GET /sandbox/state", nothing, () => ({
      now: clock.iso(),
      checkouts: [...state.checkouts.values()],
      refund_requests: [...state.refundRequests.values()],
      settings: state.settings,
      faults: faults.list(),
      signing_seen: state.signingSeen,
    })),
    route("POST /sandbox/checkouts/:id/pay", paid, (id, input) =>
      control.pay(id, {
        numberOfPayments: input.number_of_payments,
        force: input.force,
      })
    ),
    route("POST /sandbox/checkouts/:id/cancel", forced, control.cancel),
    route("POST /sandbox/checkouts/:id/decline", declined, (id, { reason }) =>
      control.decline(id, reason)
    ),
    route(
      "POST /sandbox/checkouts/:id/refund",
      refunded,
      async (id, input) => ({
        refund_request: await control.refund(id, input.amount),
      })
    ),
    route("POST /sandbox/checkouts/:id/status", renamed, async (id, input) => ({
      checkout: await control.setStatus(id, input.status),
    })),
    route("POST /sandbox/checkouts/:id/callback", called, (id, input) => {
      const { number_of_payments: numberOfPayments, ...rest } = input
      return control.sendCallback(id, { ...rest, numberOfPayments })
    }),
    ...moves.map(([move, act]) =>
      route(
        `POST /sandbox/refund_requests/:id/${move}`,
        forced,
        async (id, input) => ({ refund_request: await act(id, input) })
      )
    ),
    route("POST /sandbox/clock", moved, async (_, input) => {
      await clock.advanceTo(moment(input, clock.now()))
      return { now: clock.iso() }
    }),
    route("PUT /sandbox/settings", z.unknown(), (_, input) => ({
      settings: control.set(input as object),
    })),
    route("PUT /sandbox/keys", exchanged, (_, input) => {
      control.setKeys({
        ...(input.client_secret && { clientSecret: input.client_secret }),
        ...(input.signing_secret && { signingSecret: input.signing_secret }),
      })
      return { exchanged: true }
    }),
    route("POST /sandbox/faults", faultInput, (_, fault) => ({
      id: faults.add(fault),
    })),
    route("DELETE /sandbox/faults", nothing, () => {
      faults.clear()
      return { removed: true }
    }),
    route("DELETE /sandbox/faults/:id", nothing, (id) => ({
      removed: faults.remove(id),
    })),
    route("GET /sandbox/journal", nothing, () => journal),
    route("GET /sandbox/callbacks", nothing, () => ({
      callbacks: state.attempts,
      deliveries: [...state.deliveries.values()],
    })),
    route("POST /sandbox/reset", nothing, () => {
      control.reset()
      return { now: clock.iso() }
    }),
  ]
}

/** The moment that a clock request names, in milliseconds. */
function moment(input: z.output<typeof moved>, now: number): number {
  const { to, advance, advance_ms = NaN } = input
  const ms = advance === undefined ? advance_ms : (durationMs(advance) ?? NaN)
  const target = to ? Date.parse(to) : now + ms
  if (!Number.isFinite(target) || target < now) {
    throw new Refusal(
      400,
      'The clock moves forward only: {"advance_ms": 60000}, ' +
        '{"advance": "PT1H"} or {"to": "2026-12-31T10:00:00Z"}.'
    )
  }
  return target
}
