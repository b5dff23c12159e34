import type { ServerResponse } from "node:http"
import type { Answer } from "./exchange"

/** An answer as bytes: what the status line, headers and body will be. */
export type Written = {
  status: number
  headers: Record<string, string>
  body: string
}

/** Serialises an answer; JSON compactly, HTML as it is. */
export function writeAnswer(answer: Answer): Written {
  const isPage = answer.html !== undefined
  const body = answer.html ?? JSON.stringify(answer.json ?? null)
  const type = isPage ? "text/html" : "application/json"
  return {
    status: answer.status,
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": "no-store",
      ...answer.headers,
    },
    body,
  }
}

/** Sends it. */
export function send(res: ServerResponse, written: Written): void {
  const length = String(Buffer.byteLength(written.body))
  res.writeHead(written.status, {
    ...written.headers,
    "content-length": length,
  })
  res.end(written.body)
}
