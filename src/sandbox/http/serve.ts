import type { IncomingMessage, ServerResponse } from "node:http"
import { setTimeout as wait } from "node:timers/promises"
import type { Fault } from "../faults/fault"
import { answerInstead, spoil } from "../faults/spoil"
import { endpointOf } from "../limits/endpoints"
import type { Parts } from "../parts"
import { problem, Refusal, type Answer, type Exchange } from "./exchange"
import { readBody } from "./read-body"
import { route } from "./route"
import { send, writeAnswer } from "./write-answer"

const SLOW_MS = 5000

/** Serves one HTTP request, with the fault that it meets, if any. */
export async function serve(
  parts: Parts,
  req: IncomingMessage,
  res: ServerResponse
): Promise<void> {
  const { method = "GET" } = req
  const url = new URL(req.url ?? "/", parts.url)
  const isControl = url.pathname.startsWith("/sandbox")
  const fault = isControl ? undefined : parts.faults.meet(method, url.pathname)
  const answer =
    fault?.kind === "down" ? undefined : await process(parts, req, url, fault)
  const isCut = !answer || fault?.kind === "lost_answer"
  note(parts, method, url, isCut ? null : answer.status, fault)
  if (isCut) {
    res.destroy()
    return
  }
  if (fault?.kind === "slow") {
    await wait(fault.ms ?? SLOW_MS, undefined, { ref: false })
  }
  // Node would tell the real time, not the sandbox's.
  res.setHeader("date", new Date(parts.clock.now()).toUTCString())
  send(res, spoil(fault, writeAnswer(answer)))
}

async function process(
  parts: Parts,
  req: IncomingMessage,
  url: URL,
  fault: Fault | undefined
): Promise<Answer> {
  try {
    const raw = await readBody(req)
    return answerInstead(fault) ?? (await route(parts, open(req, url, raw)))
  } catch (error) {
    return error instanceof Refusal
      ? problem(error.status, ...error.details)
      : problem(500, `The sandbox failed: ${String(error)}`)
  }
}

function open(req: IncomingMessage, url: URL, raw: string): Exchange {
  const { host } = req.headers
  return {
    method: req.method ?? "GET",
    path: url.pathname.replace(/(.)\/$/, "$1"),
    query: url.searchParams,
    headers: req.headers,
    raw,
    origin: host && /^[\w.:[\]-]+$/.test(host) ? `http://${host}` : url.origin,
  }
}

function note(
  parts: Parts,
  method: string,
  url: URL,
  status: number | null,
  fault: Fault | undefined
): void {
  if (url.pathname.startsWith("/api")) {
    parts.journal.add({
      at: parts.clock.iso(),
      real_at: new Date().toISOString(),
      method,
      path: url.pathname + literalBrackets(url.search),
      endpoint: endpointOf(method, url.pathname) ?? null,
      status: fault?.kind === "truncated" ? 200 : status,
      fault: fault?.kind ?? null,
    })
  }
}

/** Undoes what some clients do to `page[number]`, so that it can be read. */
function literalBrackets(search: string): string {
  return search.replace(/%5B/gi, "[").replace(/%5D/gi, "]")
}
