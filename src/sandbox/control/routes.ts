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

/** One control route: how it is called, what it is for, what it does. */
export type ControlRoute = {
  route: string
  does: string
  run: (id: string, input: unknown) => unknown
}

function route<S extends z.ZodType>(
  name: string,
  does: string,
  schema: S,
  act: (input: z.output<S>, id: string) => unknown
): ControlRoute {
  return {
    route: name,
    does,
    run: async (id, input) => act(check(schema, input), id),
  }
}

/** Answers `/sandbox/…`: the control interface over HTTP, JSON, no keys. */
export function controlRoutes(parts: Parts) {
  const app = new Hono<Env>({ strict: false })
  for (const { route: name, run } of listControlRoutes(parts)) {
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
export function listControlRoutes(parts: Parts): ControlRoute[] {
  const { control, clock, faults, journal, state } = parts
  return [
    route("GET /sandbox/state", "everything it knows", nothing, () => ({
      now: clock.iso(),
      checkouts: [...state.checkouts.values()],
      refund_requests: [...state.refundRequests.values()],
      settings: state.settings,
      faults: faults.list(),
      signing_seen: state.signingSeen,
    })),
    route(
      "POST /sandbox/checkouts/:id/pay",
      "{number_of_payments?, force?}; :id is the checkout's or the reference",
      paid,
      ({ number_of_payments, force }, id) =>
        control.pay(id, { numberOfPayments: number_of_payments, force })
    ),
    route(
      "POST /sandbox/checkouts/:id/cancel",
      "{force?}",
      forced,
      (input, id) => control.cancel(id, input)
    ),
    route(
      "POST /sandbox/checkouts/:id/decline",
      "{reason?}",
      declined,
      ({ reason }, id) => control.decline(id, reason)
    ),
    route(
      "POST /sandbox/checkouts/:id/refund",
      "{amount}: cents; by support, without the merchant",
      refunded,
      async ({ amount }, id) => ({
        refund_request: await control.refund(id, amount),
      })
    ),
    route(
      "POST /sandbox/checkouts/:id/status",
      "{status}: any, tells nobody",
      renamed,
      async ({ status }, id) => ({
        checkout: await control.setStatus(id, status),
      })
    ),
    route(
      "POST /sandbox/checkouts/:id/callback",
      "{status?, number_of_payments?, body?, signature?}: one, now",
      called,
      ({ number_of_payments, ...input }, id) =>
        control.sendCallback(id, {
          ...input,
          numberOfPayments: number_of_payments,
        })
    ),
    ...Object.entries({
      approve: control.approveRefund,
      complete: control.completeRefund,
      fail: control.failRefund,
    }).map(([move, act]) =>
      route(
        `POST /sandbox/refund_requests/:id/${move}`,
        "{force?}",
        forced,
        async (input, id) => ({ refund_request: await act(id, input) })
      )
    ),
    route(
      "POST /sandbox/clock",
      '{advance_ms}, {advance: "PT1H"} or {to}',
      moved,
      async (input) => {
        await clock.advanceTo(moment(input, clock.now()))
        return { now: clock.iso() }
      }
    ),
    route(
      "PUT /sandbox/settings",
      "a part of the settings",
      z.unknown(),
      (input) => ({ settings: control.set(input as object) })
    ),
    route(
      "PUT /sandbox/keys",
      "{client_secret?, signing_secret?}: lists, newest first; all are taken",
      exchanged,
      ({ client_secret, signing_secret }) => {
        control.setKeys({
          ...(client_secret && { clientSecret: client_secret }),
          ...(signing_secret && { signingSecret: signing_secret }),
        })
        return { exchanged: true }
      }
    ),
    route(
      "POST /sandbox/faults",
      "{kind, method?, path?, exact?, times?, ms?, status?, seconds?, attributes?}",
      faultInput,
      (fault) => ({ id: faults.add({ ...fault, exact: fault.exact ?? false }) })
    ),
    route("DELETE /sandbox/faults", "all of them", nothing, () => {
      faults.clear()
      return { removed: true }
    }),
    route("DELETE /sandbox/faults/:id", "one", nothing, (_, id) => ({
      removed: faults.remove(id),
    })),
    route(
      "GET /sandbox/journal",
      "requests to the API, counts, violations",
      nothing,
      () => journal
    ),
    route(
      "GET /sandbox/callbacks",
      "the audit of every attempt",
      nothing,
      () => ({
        callbacks: state.attempts,
        deliveries: [...state.deliveries.values()],
      })
    ),
    route("POST /sandbox/reset", "forget everything", nothing, () => {
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
