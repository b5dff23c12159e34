import { randomUUID } from "node:crypto"
import { z } from "@medusajs/framework/zod"
import { check, choice, flag, object, problem, text, whole } from "./input"
import { rateLimitDetail } from "./limits"

const STATUS = "must be a status from 400 to 599"

/** What goes wrong, and for which requests. */
export const faultInput = object({
  kind: choice(
    "slow",
    "down",
    "error",
    "truncated",
    "rate_limit",
    "lost_answer",
    "wrong_types",
    "other_values"
  ),
  /** Left out: every method. */
  method: text.optional(),
  /** A pathname and all below it; left out: `/api`. */
  path: text.optional(),
  /** Only `path` itself, nothing below it. */
  exact: flag.optional(),
  /** For so many requests; left out: until it is removed. */
  times: whole.optional(),
  /** How long `slow` holds the answer back, real milliseconds. */
  ms: whole.optional(),
  /** The status of `error`. */
  status: z.int(STATUS).min(400, STATUS).max(599, STATUS).optional(),
  /** What `other_values` answers instead of the attributes of these names. */
  attributes: z.record(z.string(), z.json(), "must be an object").optional(),
  /** The seconds that `rate_limit` names. */
  seconds: whole.optional(),
})

/** One simulated fault. */
export type Fault = z.output<typeof faultInput>

/** One kind of fault. */
export type FaultKind = Fault["kind"]

/** The faults that change the answer of a request that was processed. */
export const SPOILING = ["truncated", "wrong_types", "other_values"]

/** The faults that are set at the moment, the oldest first. */
export class FaultList {
  private faults: (Fault & { id: string })[] = []

  /** Sets a fault; answers its id. One that is wrong is refused. */
  add(fault: Fault): string {
    const id = randomUUID()
    this.faults.push({ ...check(faultInput, fault), id })
    return id
  }

  /** Removes one fault; answers whether it was there. */
  remove(id: string): boolean {
    const before = this.faults.length
    this.faults = this.faults.filter((fault) => fault.id !== id)
    return this.faults.length < before
  }

  /** Removes all of them. */
  clear(): void {
    this.faults = []
  }

  /** The faults with their ids and how many times are left. */
  list() {
    return this.faults
  }

  /** The fault that a request meets; uses up one of its times. */
  meet(method: string, path: string): Fault | undefined {
    const fault = this.faults.find((one) => isMeant(one, method, path))
    if (fault?.times !== undefined && --fault.times < 1) {
      this.remove(fault.id)
    }
    return fault
  }
}

function isMeant(fault: Fault, method: string, path: string): boolean {
  const prefix = (fault.path ?? "/api").replace(/\/$/, "")
  const below = !fault.exact && path.startsWith(`${prefix}/`)
  const sameMethod = !fault.method || fault.method.toUpperCase() === method
  return sameMethod && (path === prefix || below)
}

/** What a fault answers instead of processing the request, if it does so. */
export function answerInstead(fault: Fault | undefined): Response | undefined {
  const answer = (detail: string, status: number) =>
    Response.json(problem(detail), { status })
  if (fault?.kind === "error") {
    return answer("Something went wrong.", fault.status ?? 500)
  }
  return fault?.kind === "rate_limit"
    ? answer(rateLimitDetail(fault.seconds ?? 30), 429)
    : undefined
}

/** Spoils the answer of a request that was processed. */
export async function spoil({ kind, attributes }: Fault, good: Response) {
  const body = await good.text()
  const { status, headers } = good
  if (kind === "truncated") {
    const half = body.slice(0, Math.floor(body.length / 2))
    return new Response(half, { status: 200, headers })
  }
  const other = (name: string, value: unknown) =>
    name === "attributes" ? { ...(value as object), ...attributes } : value
  const spoilt: unknown =
    kind === "other_values"
      ? JSON.parse(body, other)
      : mistype(JSON.parse(body))
  return new Response(JSON.stringify(spoilt), { status, headers })
}

/** The same shape with every value of a type that nobody expects. */
function mistype(value: unknown): unknown {
  if (typeof value === "object" && value !== null) {
    // A list becomes an object with numbers for names.
    const entries = Object.entries(value)
    return Object.fromEntries(entries.map(([k, one]) => [k, mistype(one)]))
  }
  return typeof value === "string"
    ? value.length
    : typeof value === "number"
      ? String(value)
      : value
}
