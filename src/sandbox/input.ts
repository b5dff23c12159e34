import type { ContentfulStatusCode } from "hono/utils/http-status"
import { z } from "@medusajs/framework/zod"

const WHOLE = "must be a whole number, 0 or more"

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

/** The types of the sandbox's own input, with their error messages. */
export const text = z.string("must be a string")
/** Yes or no. */
export const flag = z.boolean("must be true or false")
/** Milliseconds, seconds, cents and how often. */
export const whole = z.int(WHOLE).min(0, WHOLE)

/** One of some words. */
export function choice<const T extends readonly string[]>(...words: T) {
  return z.enum(words, `must be one of: ${words.join(", ")}`)
}

/** An object with no other names than these. */
export function object<T extends z.ZodRawShape>(shape: T) {
  return z.strictObject(shape, "must be an object")
}

/**
 * Reads input by its schema. All errors are reported together, and an unknown
 * name is an error, so that a typo in a test is noticed.
 */
export function check<S extends z.ZodType>(
  schema: S,
  value: unknown,
  kind = "field"
): z.output<S> {
  const read = schema.safeParse(value)
  if (read.success) {
    return read.data
  }
  const said = read.error.issues.flatMap((issue) => sentences(issue, kind))
  throw new Refusal(400, said)
}

function sentences(issue: z.core.$ZodIssue, kind: string): string[] {
  const name = (...path: PropertyKey[]) => `"${path.map(String).join(".")}"`
  return issue.code === "unrecognized_keys"
    ? issue.keys.map(
        (key) => `There is no ${kind} ${name(...issue.path, key)}.`
      )
    : [`The ${kind} ${name(...issue.path)} ${issue.message}.`]
}

/** Parses a JSON object; anything else is refused with 400. */
export function readJson(raw: string): Record<string, unknown> {
  const value = parse(raw)
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal(400, "The request body must be a JSON object.")
  }
  return value as Record<string, unknown>
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    throw new Refusal(400, "The request body is not valid JSON.")
  }
}
