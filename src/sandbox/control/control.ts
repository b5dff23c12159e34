import { callbackBody, parcel } from "../callbacks/notify"
import type { Fault } from "../faults"
import type { Parts } from "../parts"
import { cancel, decline, pay, type PayInput } from "../payments"
import { moveRefund, newRefund, type RefundMove } from "../refunds"
import { Refusal } from "../input"
import { changeSettings, type SettingsChange } from "../settings"
import {
  findCheckout,
  type Keys,
  type SandboxCheckout,
  type SandboxState,
} from "../state"

/** A callback sent by hand: for duplicates, odd orders and hostile ones. */
export type CallbackInput = {
  /** Default: the checkout's status. */
  status?: string
  numberOfPayments?: number
  /** Sent instead of the usual body; text is sent as it is. */
  body?: unknown
  /** Sent instead of the right signature. */
  signature?: string
}

/**
 * Everything that can be done to the sandbox from outside. A checkout is named
 * by its id or by the merchant's `client_reference_id`.
 */
export function makeControl(parts: Parts, initial: SandboxState) {
  const { state, clock, faults } = parts
  const checkout = (idOrReference: string) =>
    found(findCheckout(state, idOrReference), "checkout", idOrReference)
  const move = (id: string, to: RefundMove, force = false) =>
    moveRefund(
      parts,
      found(state.refundRequests.get(id), "refund request", id),
      to,
      force
    )
  return {
    /** Pays; answers after the first delivery of the callback. */
    pay: async (idOrReference: string, input: PayInput = {}) =>
      pay(parts, checkout(idOrReference), input),
    /** Cancels as the shopper would. */
    cancel: async (idOrReference: string, input: { force?: boolean } = {}) =>
      cancel(parts, checkout(idOrReference), input),
    /** Notes a declined card. */
    decline: async (idOrReference: string, reason?: string) =>
      decline(parts, checkout(idOrReference), reason),
    /** Gives a checkout any status, without telling anybody. */
    setStatus: async (idOrReference: string, status: string) => {
      const one = checkout(idOrReference)
      one.status = status
      parts.changed()
      return one
    },
    /** Sends one callback now and answers what the merchant said. */
    sendCallback: async (idOrReference: string, input: CallbackInput = {}) =>
      sendCallback(parts, checkout(idOrReference), input),
    /** The service's support refunds by itself; the merchant is not told. */
    refund: async (idOrReference: string, amount: number) =>
      newRefund(parts, checkout(idOrReference), amount),
    /** `requested` becomes `pending`. */
    approveRefund: async (id: string) => move(id, "approve"),
    /** The money is back; with `force` also for a failed one. */
    completeRefund: async (id: string, input: { force?: boolean } = {}) =>
      move(id, "complete", input.force),
    /** Processing failed; with `force` also for a complete one. */
    failRefund: async (id: string, input: { force?: boolean } = {}) =>
      move(id, "fail", input.force),
    /** Moves the clock; answers when all that became due is done. */
    advance: (ms: number) => clock.advanceTo(clock.now() + ms),
    /** Changes settings; what is left out stays. */
    set: (change: SettingsChange) => {
      changeSettings(state.settings, change)
      parts.changed()
      return state.settings
    },
    /**
     * Exchanges keys: each kind that is named is replaced by its list, newest
     * first. What is under way keeps its signature.
     */
    setKeys: (keys: Partial<Keys>) => {
      Object.assign(state.keys, keys)
    },
    /** Sets a fault; answers how to remove it. */
    fault: (fault: Fault) => {
      const id = faults.add(fault)
      return () => faults.remove(id)
    },
    /** Removes all faults. */
    clearFaults: () => faults.clear(),
    /** Forgets everything: settings and keys as at the start, the clock back. */
    reset: () => {
      parts.courier.reset()
      Object.assign(state, structuredClone(initial))
      faults.clear()
      parts.limiter.clear()
      parts.journal.clear()
      parts.changed()
    },
  }
}

/** What `makeControl` gives. */
export type Control = ReturnType<typeof makeControl>

async function sendCallback(
  parts: Parts,
  checkout: SandboxCheckout,
  input: CallbackInput
) {
  const status = input.status ?? checkout.status
  const usual = callbackBody(checkout, status, input.numberOfPayments)
  const body = input.body ?? usual
  const made = parcel(parts, checkout, body, input.signature)
  const what = found(made, "notify_url of checkout", checkout.id)
  const { response, error } = await parts.courier.send(what)
  return {
    status: response?.status ?? null,
    body: response?.body ?? null,
    error,
  }
}

function found<T>(value: T | undefined, kind: string, name: string): T {
  if (value === undefined) {
    throw new Refusal(404, `There is no ${kind} ${name}.`)
  }
  return value
}
