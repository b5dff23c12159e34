import type { Courier } from "./callbacks/courier"
import type { SandboxClock } from "./clock/clock"
import type { Control } from "./control/control"
import type { FaultList } from "./faults/fault-list"
import type { Journal } from "./journal/journal"
import type { Limiter } from "./limits/limiter"
import type { SandboxState } from "./state/state"

/** The working parts that the sandbox's routes and rules share. */
export type Parts = {
  /** Where the sandbox is reached, without a slash at the end. */
  url: string
  secrets: { clientSecret: string; signingSecret: string }
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
