import { durationMs } from "../clock/duration"
import { FAULT_KINDS, type Fault } from "../faults/fault"
import { Refusal } from "../http/exchange"

/** The JSON body of a control request. */
export type Input = Record<string, unknown>

/** A text that may be left out; anything else is refused. */
export function text(input: Input, name: string): string | undefined {
  return read(input, name, "string") as string | undefined
}

/** A yes or no; left out is no. */
export function flag(input: Input, name: string): boolean {
  return (read(input, name, "boolean") as boolean | undefined) ?? false
}

/** A whole number, 0 or more, that may be left out. */
export function whole(input: Input, name: string): number | undefined {
  const value = read(input, name, "number") as number | undefined
  if (value !== undefined && (!Number.isSafeInteger(value) || value < 0)) {
    throw new Refusal(400, `"${name}" must be a whole number, 0 or more.`)
  }
  return value
}

/** The moment that a clock request names, in milliseconds. */
export function moment(input: Input, now: number): number {
  const to = text(input, "to")
  const duration = text(input, "advance")
  const ms = duration === undefined ? undefined : durationMs(duration)
  const target = to ? Date.parse(to) : now + (ms ?? whole(input, "advance_ms")!)
  if (!Number.isFinite(target) || target < now) {
    throw new Refusal(
      400,
      'The clock moves forward only: {"advance_ms": 60000}, ' +
        '{"advance": "PT1H"} or {"to": "2026-12-31T10:00:00Z"}.'
    )
  }
  return target
}

/** The fault that a request describes. */
export function fault(input: Input): Fault {
  const kind = FAULT_KINDS.find((one) => one === input.kind)
  if (!kind) {
    throw new Refusal(400, `"kind" must be one of ${FAULT_KINDS.join(", ")}.`)
  }
  return {
    kind,
    method: text(input, "method"),
    path: text(input, "path"),
    exact: flag(input, "exact"),
    times: whole(input, "times"),
    ms: whole(input, "ms"),
    status: whole(input, "status"),
    seconds: whole(input, "seconds"),
  }
}

function read(input: Input, name: string, type: string): unknown {
  const value = input[name] ?? undefined
  if (value !== undefined && typeof value !== type) {
    throw new Refusal(400, `"${name}" must be a ${type}.`)
  }
  return value
}
