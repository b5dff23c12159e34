import { setTimeout as wait } from "node:timers/promises"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import { Hono, type Next } from "hono"
import { openApi } from "./api/openapi"
import { originOf } from "./api/resources"
import { apiRoutes } from "./api/routes"
import { LOOPBACK } from "./api/schemas"
import { controlRoutes } from "./control/routes"
import { answerInstead, spoil, SPOILING } from "./faults"
import { problem, Refusal } from "./input"
import { endpointOf } from "./limits"
import { homePage } from "./page/home"
import { pageRoutes } from "./page/routes"
import type { Env, Exchange, Parts } from "./parts"

const SLOW_MS = 5000
/** The largest body that is read, in bytes. */
const LARGEST_BODY = 256 * 1024

/**
 * The whole sandbox as one application: the fault that applies to
 * the request, its body, and then its route. `host` is a name that it goes by beside
 * those of this machine.
 */
export function makeApp(parts: Parts, host?: string) {
  const app = new Hono<Env>({ strict: false })
  app.onError((error, c) =>
    error instanceof Refusal
      ? c.json(problem(...error.details), error.status)
      : c.json(problem(`The sandbox failed: ${String(error)}`), 500)
  )
  app.notFound((c) => c.json(problem("Not found."), 404))

  app.use(async (c, next) => {
    await next()
    // Node would send the real time, not the sandbox's.
    c.header("date", new Date(parts.clock.now()).toUTCString())
    c.header("cache-control", "no-store")
  })
  app.use((c, next) => refuseOtherNames(c, next, host))
  app.use("/sandbox/*", refuseOtherPages)
  app.use((c, next) => meetFault(parts, c, next))
  app.use(readBody)

  app.route("/api", apiRoutes(parts))
  app.route("/sandbox", controlRoutes(parts))
  app.route("/pay", pageRoutes(parts))
  app.get("/docs/api/v2", (c) =>
    c.json(openApi(originOf(c), parts.state.settings))
  )
  app.get("/", (c) => homePage(parts, c))
  return app
}

/** Another site can give a name of its own this machine's address. */
async function refuseOtherNames(c: Exchange, next: Next, host?: string) {
  const { hostname } = new URL(c.req.url)
  if (!LOOPBACK.test(hostname) && hostname !== host?.toLowerCase()) {
    throw new Refusal(
      403,
      `The sandbox does not go by the name ${hostname}. Start it with --host ${hostname} if it is meant to.`
    )
  }
  await next()
}

/** Refuses what another site's page makes a browser send; programs send no `Origin`. */
async function refuseOtherPages(c: Exchange, next: Next) {
  const origin = c.req.header("origin")
  if (origin !== undefined && origin !== originOf(c)) {
    throw new Refusal(403, `Pages of ${origin} must not change the sandbox.`)
  }
  await next()
}

/**
 * Applies the request's fault, if any, and notes the request in the journal.
 */
async function meetFault(parts: Parts, c: Exchange, next: Next) {
  const { pathname } = new URL(c.req.url)
  const isControl = pathname.startsWith("/sandbox")
  const fault = isControl
    ? undefined
    : parts.faults.meet(c.req.method, pathname)
  c.set("fault", fault)
  if (fault?.kind !== "down") {
    await next()
  }
  const isCut = fault?.kind === "down" || fault?.kind === "lost_answer"
  if (fault && SPOILING.includes(fault.kind)) {
    c.res = await spoil(fault, c.res)
  }
  note(parts, c, isCut ? null : c.res.status)
  if (isCut) {
    c.env.outgoing.destroy()
    c.res = RESPONSE_ALREADY_SENT
  }
  if (fault?.kind === "slow") {
    await wait(fault.ms ?? SLOW_MS, undefined, { ref: false })
  }
}

function note(parts: Parts, c: Exchange, status: number | null): void {
  const { method } = c.req
  const { pathname, search } = new URL(c.req.url)
  if (pathname.startsWith("/api")) {
    parts.journal.add({
      at: parts.clock.iso(),
      real_at: new Date().toISOString(),
      method,
      // Some clients escape `page[number]`; so it can be read.
      path: pathname + search.replace(/%5B/gi, "[").replace(/%5D/gi, "]"),
      endpoint: endpointOf(method, pathname) ?? null,
      status,
      fault: c.get("fault")?.kind ?? null,
    })
  }
}

/**
 * Keeps the body unchanged, because signatures are over its bytes. Hono's own
 * limit would replace the process's global `Request`.
 */
async function readBody(c: Exchange, next: Next) {
  const announced = Number(c.req.header("content-length") ?? 0)
  const body = announced > LARGEST_BODY ? undefined : await c.req.arrayBuffer()
  if (!body || body.byteLength > LARGEST_BODY) {
    throw new Refusal(413, "The request body is too large.")
  }
  c.set("raw", Buffer.from(body).toString("utf8"))
  const instead = answerInstead(c.get("fault"))
  if (instead) {
    return instead
  }
  await next()
}
