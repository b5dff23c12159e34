import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import { countCallback, log, messageOf } from "../../../modules/instalments/log"
import type { FloodKind } from "../../../modules/instalments/types"

/** A line about a callback, which names this reference. */
type Said = {
  level: "info" | "warn" | "error"
  kind: FloodKind
  text: () => string
  reference?: string
}

/** Writes one line a minute of its kind: anybody can cause them in floods. */
export function sayInFloods(
  container: MedusaContainer,
  { level, kind, text, reference }: Said
): void {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const line = ledger.floodLog.line(kind, text, ledger.now())
  if (line) {
    log(container)[level](line, { reference })
  }
}

/** Counts a callback that is not believed; false when the ledger cannot. Never throws. */
export async function countUnbelieved(
  container: MedusaContainer,
  reason: string
): Promise<boolean> {
  const { callbacks, reach } = container.resolve(INSTALMENTS_MODULE)
  try {
    await reach.check()
    await callbacks.countUnverified(reason)
    return true
  } catch (error) {
    sayInFloods(container, {
      level: "error",
      kind: "uncounted",
      text: () =>
        `A callback that was not believed is not counted: ${messageOf(error)}`,
    })
    return false
  }
}

/** A body that is longer than any callback's, also when it is inflated. */
export const TOO_LONG = {
  status: 413,
  reason: "A callback has at most 1 MiB.",
}

/** Answers a callback whose body cannot be read: a line of the log and a count. */
export async function refuseUnread(
  req: MedusaRequest,
  res: MedusaResponse,
  { status, reason }: { status: number; reason: string }
): Promise<void> {
  res.status(status).json({ message: reason })
  sayInFloods(req.scope, {
    level: "warn",
    kind: "unread",
    text: () => `An instalment callback could not be read: ${reason}`,
  })
  countCallback("unread")
  await countUnbelieved(req.scope, reason)
}
