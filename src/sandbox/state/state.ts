import type {
  CallbackAttempt,
  Delivery,
  SandboxCheckout,
  SandboxRefundRequest,
} from "./records"
import type { SandboxSettings } from "./settings"

/** Everything the sandbox knows, and all that its file keeps. */
export type SandboxState = {
  checkouts: Map<string, SandboxCheckout>
  refundRequests: Map<string, SandboxRefundRequest>
  deliveries: Map<string, Delivery>
  /** The audit of the callbacks, oldest first. */
  attempts: CallbackAttempt[]
  settings: SandboxSettings
  /** Whether a correctly signed request was ever accepted: signing sticks. */
  signingSeen: boolean
  /** How far the sandbox's clock is ahead of the real one. */
  offsetMs: number
}

/** A state with nothing in it. */
export function emptyState(settings: SandboxSettings): SandboxState {
  return {
    checkouts: new Map(),
    refundRequests: new Map(),
    deliveries: new Map(),
    attempts: [],
    settings,
    signingSeen: false,
    offsetMs: 0,
  }
}

/** Empties a state in place, because callers hold on to its maps. */
export function clearState(state: SandboxState, settings: SandboxSettings) {
  state.checkouts.clear()
  state.refundRequests.clear()
  state.deliveries.clear()
  state.attempts.length = 0
  state.signingSeen = false
  state.offsetMs = 0
  Object.assign(state.settings, settings)
}

/** A checkout by its id or by the merchant's reference (the newest wins). */
export function findCheckout(
  state: SandboxState,
  idOrReference: string
): SandboxCheckout | undefined {
  return (
    state.checkouts.get(idOrReference) ??
    [...state.checkouts.values()]
      .reverse()
      .find((one) => one.client_reference_id === idOrReference)
  )
}
