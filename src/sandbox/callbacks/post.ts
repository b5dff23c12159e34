import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import type { IncomingMessage } from "node:http"

const MOST_KEPT = 64 * 1024

/** What a merchant's server answered, or why there is no answer. */
export type Outcome =
  | { response: { status: number; body: string }; error: null }
  | { response: null; error: string }

/** Posts a callback. Never throws; redirects are not followed. */
export function post(input: {
  url: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
  /** Gives up early, when the sandbox is closed. */
  stop: AbortSignal
}): Promise<Outcome> {
  const { url, headers, body, timeoutMs, stop } = input
  const tooLong = AbortSignal.timeout(timeoutMs)
  const send = url.startsWith("https:") ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const fail = (error: Error) =>
      resolve({
        response: null,
        error: tooLong.aborted
          ? `No answer within ${timeoutMs} ms`
          : error.message || String((error as NodeJS.ErrnoException).code),
      })
    const signal = AbortSignal.any([tooLong, stop])
    // No agent: a kept-alive connection would outlive the sandbox.
    const options = { method: "POST", headers, agent: false as const, signal }
    const req = send(url, options, (res) => {
      read(res).then(
        (text) =>
          resolve({
            response: { status: res.statusCode ?? 0, body: text },
            error: null,
          }),
        fail
      )
    })
    req.on("error", fail)
    req.end(body)
  })
}

async function read(res: IncomingMessage): Promise<string> {
  let text = ""
  res.setEncoding("utf8")
  for await (const chunk of res) {
    text = (text + String(chunk)).slice(0, MOST_KEPT)
  }
  return text
}
