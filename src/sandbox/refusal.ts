import type { ContentfulStatusCode } from "hono/utils/http-status"

/** A refusal with its HTTP status; becomes `{ errors: [{ detail }] }`. */
export class Refusal extends Error {
  readonly details: string[]

  constructor(
    readonly status: ContentfulStatusCode,
    detail: string | string[]
  ) {
    super([detail].flat().join(" "))
    this.details = [detail].flat()
  }
}

/** The service's form of an error. */
export function problem(...details: string[]) {
  return { errors: details.map((detail) => ({ detail })) }
}
