import { Courier } from "./callbacks/courier"
import { SandboxClock } from "./clock/clock"
import { makeControl } from "./control/control"
import { FaultList } from "./faults/fault-list"
import type { SandboxInput } from "."
import { Journal } from "./journal/journal"
import { Limiter } from "./limits/limiter"
import type { Parts } from "./parts"
import { nextRefundMove } from "./refunds/progress"
import { changeSettings } from "./state/change-settings"
import { defaultSettings } from "./state/settings"
import { openStateFile } from "./state/state-file"
import { emptyState } from "./state/state"

/** Puts the parts of a sandbox together; nothing listens yet. */
export function assemble(input: SandboxInput) {
  const { clientSecret, signingSecret } = input
  const initial = defaultSettings()
  changeSettings(initial, input.settings ?? {})
  const state = emptyState(structuredClone(initial))
  const file = openStateFile(input.file, state)
  const clock: SandboxClock = new SandboxClock(state, () => [
    () => courier.next(),
    () => nextRefundMove(parts),
  ])
  const changed = () => {
    file.changed()
    clock.arm()
  }
  const courier = new Courier(state, () => clock, changed)
  const parts = {
    url: "",
    secrets: { clientSecret, signingSecret },
    state,
    clock,
    courier,
    limiter: new Limiter(),
    faults: new FaultList(),
    journal: new Journal(),
    changed,
  } as Parts
  parts.control = makeControl(parts, initial)
  return { parts, file }
}
