import type { IncomingHttpHeaders } from "node:http"

/** A request as the sandbox's routes see it: whole and read. */
export type Exchange = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** The body as text, exactly as received. */
  raw: string
  /** The origin that the client used, for links that lead back to it. */
  origin: string
}

/** What a route answers; exactly one of `json` and `html` is given. */
export type Answer = {
  status: number
  json?: unknown
  html?: string
  headers?: Record<string, string>
}

/** A refusal with its HTTP status; becomes `{ errors: [{ detail }] }`. */
export class Refusal extends Error {
  readonly details: string[]

  constructor(
    readonly status: number,
    detail: string | string[]
  ) {
    super([detail].flat().join(" "))
    this.details = [detail].flat()
  }
}

/** The service's form of an error. */
export function problem(status: number, ...details: string[]): Answer {
  return { status, json: { errors: details.map((detail) => ({ detail })) } }
}

/** Sends the browser on, with GET. */
export function seeOther(location: string): Answer {
  return { status: 303, html: "", headers: { location } }
}
