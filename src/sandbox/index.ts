import { listen } from "./http/listen"
import { serve } from "./http/serve"
import { assemble } from "./assemble"
import type { SettingsChange } from "./state/settings"

export type { CallbackInput } from "./control/control"
export type { Fault, FaultKind } from "./faults/fault"
export type { JournalEntry } from "./journal/journal"
export type {
  CallbackAttempt,
  SandboxCheckout,
  SandboxRefundRequest,
} from "./state/records"
export type { SandboxSettings, SettingsChange } from "./state/settings"

/** How a sandbox is started. */
export type SandboxInput = {
  /** Left out: any free one. */
  port?: number
  clientSecret: string
  signingSecret: string
  /** Where it keeps its state between starts; left out: nowhere. */
  file?: string
  /** Changes to the default settings; a reset comes back to these. */
  settings?: SettingsChange
}

/** A running sandbox. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>

/**
 * Starts the stand-in for the hosted instalment service: its whole API, its
 * payment page, its callbacks, and a control interface at `/sandbox` whose
 * in-process equivalent is what this answers. It shares no code with the
 * plugin: signing is written twice on purpose.
 *
 * @example
 * const sandbox = await startSandbox({ clientSecret, signingSecret })
 * await sandbox.pay(reference, { numberOfPayments: 3 })
 * await sandbox.advance(60 * 60_000)
 * await sandbox.close()
 */
export async function startSandbox(input: SandboxInput) {
  const { parts, file } = assemble(input)
  const server = await listen(input.port ?? 0, (req, res) => {
    serve(parts, req, res).catch(() => res.destroy())
  })
  parts.url = `http://localhost:${server.port}`
  parts.clock.arm()
  return {
    url: parts.url,
    port: server.port,
    /** Milliseconds since 1970 on the sandbox clock. */
    now: () => parts.clock.now(),
    checkouts: parts.state.checkouts,
    refundRequests: parts.state.refundRequests,
    journal: parts.journal,
    /** The audit: every callback attempt, oldest first. */
    callbacks: parts.state.attempts,
    settings: parts.state.settings,
    ...parts.control,
    /** Stops; what is under way is broken off, the state is written. */
    close: async () => {
      parts.clock.close()
      await server.close()
      await parts.courier.close()
      file.flush()
    },
  }
}
