import type { AddressInfo } from "node:net"
import type { Server } from "node:http"
import { createAdaptorServer } from "@hono/node-server"
import { makeApp } from "./app"
import { Courier } from "./callbacks/courier"
import { SandboxClock } from "./clock"
import { makeControl } from "./control/control"
import { FaultList } from "./faults"
import { Journal } from "./journal"
import { Limiter } from "./limits"
import type { Parts } from "./parts"
import { nextRefundMove } from "./refunds"
import {
  changeSettings,
  defaultSettings,
  type SettingsChange,
} from "./settings"
import { emptyState, openStateFile } from "./state"

export type { CallbackInput } from "./control/control"
export type { Fault, FaultKind } from "./faults"
export type { JournalEntry } from "./journal"
export type {
  CallbackAttempt,
  SandboxCheckout,
  SandboxRefundRequest,
} from "./state"
export type { SandboxSettings, SettingsChange } from "./settings"

/** How a sandbox is started. */
export type SandboxInput = {
  /** Left out: any free one. */
  port?: number
  /**
   * A name of this machine for other machines and containers: it listens on all of its
   * addresses then. Left out: on 127.0.0.1 only.
   */
  host?: string
  /** One, or several that are taken at once, newest first. */
  clientSecret: string | string[]
  signingSecret: string | string[]
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
 * plugin: signing is implemented twice on purpose.
 *
 * @example
 * const sandbox = await startSandbox({ clientSecret, signingSecret })
 * await sandbox.pay(reference, { numberOfPayments: 3 })
 * await sandbox.advance(60 * 60_000)
 * await sandbox.close()
 */
export async function startSandbox(input: SandboxInput) {
  const parts = assemble(input)
  const server = createAdaptorServer({
    fetch: makeApp(parts, input.host).fetch,
    // The tests run a store in this process, which has its own.
    overrideGlobalObjects: false,
  }) as Server
  const port = await listen(server, input)
  parts.url = `http://localhost:${port}`
  parts.clock.arm()
  const { state, clock, journal, control } = parts
  return {
    ...control,
    url: parts.url,
    port,
    /** Milliseconds since 1970 on the sandbox clock. */
    now: () => clock.now(),
    journal,
    // Getters: a reset makes these anew.
    get checkouts() {
      return state.checkouts
    },
    get refundRequests() {
      return state.refundRequests
    },
    /** The audit: every callback attempt, oldest first. */
    get callbacks() {
      return state.attempts
    },
    get settings() {
      return state.settings
    },
    /** Stops; what is under way is broken off, the state is written. */
    close: async () => {
      parts.clock.close()
      await close(server)
      await parts.courier.close()
      parts.changed()
    },
  }
}

/** Puts the parts of a sandbox together; nothing listens yet. */
function assemble(input: SandboxInput) {
  const settings = defaultSettings()
  changeSettings(settings, input.settings ?? {})
  const state = emptyState(settings, {
    clientSecret: [input.clientSecret].flat(),
    signingSecret: [input.signingSecret].flat(),
  })
  const initial = structuredClone(state)
  const keep = openStateFile(input.file, state)
  const clock: SandboxClock = new SandboxClock(state, () => [
    () => courier.next(),
    () => nextRefundMove(parts),
  ])
  const changed = () => {
    keep()
    clock.arm()
  }
  const courier = new Courier(state, () => clock, changed)
  const parts = {
    url: "",
    state,
    clock,
    courier,
    limiter: new Limiter(),
    faults: new FaultList(),
    journal: new Journal(),
    changed,
  } as Parts
  parts.control = makeControl(parts, initial)
  return parts
}

/** Listens, on this machine only unless it has a host name; port 0 is any free one. */
async function listen(
  server: Server,
  { port = 0, host }: Pick<SandboxInput, "port" | "host">
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host ? "0.0.0.0" : "127.0.0.1", resolve)
  })
  return (server.address() as AddressInfo).port
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
