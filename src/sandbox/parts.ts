import type { HttpBindings } from "@hono/node-server"
import type { Context } from "hono"
import type { Courier } from "./callbacks/courier"
import type { SandboxClock } from "./clock"
import type { Control } from "./control/control"
import type { Fault, FaultList } from "./faults"
import type { Journal } from "./journal"
import type { Limiter } from "./limits"
import type { SandboxState } from "./state"

/** The working parts that the sandbox's routes and rules share. */
export type Parts = {
  /** Where the sandbox is reached, without a slash at the end. */
  url: string
  /** Read anew by each request: a reset replaces what is in it. */
  state: SandboxState
  clock: SandboxClock
  courier: Courier
  limiter: Limiter
  faults: FaultList
  journal: Journal
  control: Control
  /** Says that the state changed: to be written, and timers to be set. */
  changed: () => void
}

/** What a request brings along to its route. */
export type Env = {
  Bindings: HttpBindings
  Variables: {
    /** The body as text, exactly as received. */
    raw: string
    /** The fault that the request meets. */
    fault: Fault | undefined
  }
}

/** A request to the sandbox, as its routes see it. */
export type Exchange = Context<Env>
