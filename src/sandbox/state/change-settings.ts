import { Refusal } from "../http/exchange"
import { checkSetting } from "./check-setting"
import type { SandboxSettings, SettingsChange } from "./settings"

/**
 * Merges a partial change into settings, in place: objects are merged, lists
 * are replaced. A name that does not exist or a value of the wrong kind is
 * refused before anything changes, so that a typo in a test never passes in
 * silence.
 */
export function changeSettings(
  settings: SandboxSettings,
  change: SettingsChange
): void {
  const next = merge(settings, change, "")
  Object.assign(settings, next)
}

type Branch = Record<string, unknown>

function merge(current: Branch, change: unknown, path: string): Branch {
  if (!isBranch(change)) {
    throw new Refusal(400, `Setting "${path}" must be an object.`)
  }
  const next: Branch = { ...current }
  for (const [name, value] of Object.entries(change)) {
    const at = path ? `${path}.${name}` : name
    if (value === undefined) {
      continue
    }
    if (!Object.hasOwn(current, name)) {
      throw new Refusal(400, `There is no setting "${at}".`)
    }
    next[name] = branchOrLeaf(current[name], value, at)
  }
  return next
}

function branchOrLeaf(current: unknown, value: unknown, at: string) {
  if (isBranch(current)) {
    return merge(current, value, at)
  }
  const wrong = checkSetting(at, current, value)
  if (wrong) {
    throw new Refusal(400, wrong)
  }
  return value
}

function isBranch(value: unknown): value is Branch {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
