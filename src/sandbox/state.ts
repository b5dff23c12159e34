import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs"
import { dirname } from "node:path"
import type { SandboxSettings } from "./settings"

/**
 * The service's word for a checkout. The four of the specification; control
 * may set others, to see what a merchant does with a word it does not know.
 */
export type CheckoutStatus =
  "received" | "successful" | "cancelled" | "invalid_payload" | (string & {})

/** A card that was refused; nobody is notified of these. */
export type Decline = { at: string; reason: string }

/** What the sandbox keeps of a checkout. `amount` is integer cents. */
export type SandboxCheckout = {
  id: string
  client_reference_id: string | null
  amount: number
  currency: string
  status: CheckoutStatus
  created_at: string
  /** When the shopper first opened the payment page; starts the 30 minutes. */
  landed_at: string | null
  expires_at: string | null
  paid_at: string | null
  cancelled_at: string | null
  number_of_payments: number | null
  /** Where the shopper was sent at the end. */
  redirect_url: string | null
  declines: Decline[]
  /** The `checkout` object as the merchant sent it. */
  request: Record<string, unknown>
}

/** The service's word for a refund request. */
export type RefundStatus = "requested" | "pending" | "complete" | "failed"

/** What the sandbox keeps of a refund request. `amount` is integer cents. */
export type SandboxRefundRequest = {
  id: string
  checkout_id: string
  amount: number
  currency: string
  status: RefundStatus
  created_at: string
  /** Milliseconds of the sandbox clock; null when it waits for a person. */
  next_move_at: number | null
}

/**
 * A callback without a 2xx answer yet: the first delivery and up to 18 retries.
 */
export type Delivery = {
  id: string
  checkout_id: string
  url: string
  body: string
  signature: string
  attempts: number
  /** When the first attempt is (was) due, milliseconds of the sandbox clock. */
  first_at: number
  /** Null while an attempt is under way, and once it is over. */
  next_attempt_at: number | null
  outcome: "under_way" | "given_up"
}

/** One line of the audit: a callback attempt, what was sent and answered. */
export type CallbackAttempt = {
  delivery_id: string
  checkout_id: string
  /** 1 is the first delivery, 2 the first retry, 19 the last one. */
  number: number
  at: string
  url: string
  request: { headers: Record<string, string>; body: string }
  response: { status: number; body: string } | null
  error: string | null
  /** Real milliseconds that the attempt took. */
  duration_ms: number
}

/**
 * The keys that the API takes, newest first: two of a kind while they are
 * exchanged. Callbacks are signed with the newest.
 */
export type Keys = { clientSecret: string[]; signingSecret: string[] }

/** Everything the sandbox knows; a reset gives it a copy of its first state. */
export type SandboxState = {
  checkouts: Map<string, SandboxCheckout>
  refundRequests: Map<string, SandboxRefundRequest>
  deliveries: Map<string, Delivery>
  /** The audit of the callbacks, oldest first. */
  attempts: CallbackAttempt[]
  /** Whether a correctly signed request was ever accepted: signing sticks. */
  signingSeen: boolean
  /** How far the sandbox's clock is ahead of the real one. */
  offsetMs: number
  settings: SandboxSettings
  keys: Keys
}

/** A state with nothing in it. */
export function emptyState(
  settings: SandboxSettings,
  keys: Keys
): SandboxState {
  return {
    checkouts: new Map(),
    refundRequests: new Map(),
    deliveries: new Map(),
    attempts: [],
    signingSeen: false,
    offsetMs: 0,
    settings,
    keys,
  }
}

/** A checkout by its id or by the merchant's reference (the newest wins). */
export function findCheckout(
  { checkouts }: SandboxState,
  idOrReference: string
): SandboxCheckout | undefined {
  return (
    checkouts.get(idOrReference) ??
    [...checkouts.values()]
      .reverse()
      .find((one) => one.client_reference_id === idOrReference)
  )
}

/**
 * Takes over what a JSON file has, and answers what writes it anew; without a path
 * nothing is kept. Settings and keys are those of the start. @throws for a file that
 * cannot be read
 */
export function openStateFile(
  path: string | undefined,
  state: SandboxState
): () => void {
  if (!path) {
    return () => undefined
  }
  if (existsSync(path)) {
    Object.assign(state, read(path))
  }
  for (const one of state.deliveries.values()) {
    // An attempt that the last process did not finish is made again.
    if (one.outcome === "under_way") {
      one.next_attempt_at ??= one.first_at
    }
  }
  return () => write(path, state)
}

function read(path: string): Partial<SandboxState> {
  try {
    const stored = JSON.parse(readFileSync(path, "utf8")) as {
      [name in "checkouts" | "refundRequests" | "deliveries"]: []
    }
    return {
      ...stored,
      checkouts: new Map(stored.checkouts),
      refundRequests: new Map(stored.refundRequests),
      deliveries: new Map(stored.deliveries),
    }
  } catch (cause) {
    const help = "Remove it to start anew."
    throw new Error(`The sandbox cannot read its file ${path}. ${help}`, {
      cause,
    })
  }
}

function write(path: string, { settings: _, keys: __, ...kept }: SandboxState) {
  const text = JSON.stringify(
    kept,
    (_, value: unknown) => (value instanceof Map ? [...value] : value),
    2
  )
  mkdirSync(dirname(path), { recursive: true })
  // Renamed into place: a process killed here leaves the old file whole.
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, text)
  renameSync(draft, path)
}
