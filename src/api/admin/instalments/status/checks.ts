import {
  addressFinding,
  backlogFinding,
  callbacksFinding,
  CHECKS,
  clockFinding,
  configFinding,
  credentialsFinding,
  environmentFinding,
  type Finding,
  inWords,
  jobsFinding,
  keysFinding,
  lockingFinding,
  regionFindings,
} from "../../../../modules/instalments/health"
import type { Check, Status } from "../answers"
import type { Seen } from "./read-setup"

/** The health list of the set-up page, from the facts that were read. */
export function checks(seen: Seen): Check[] {
  const { options, now, config, configFailure: failure } = seen
  const { environment, currency } = options
  const { unverified, silence } = seen
  const { last_at } = seen.verified
  const found: [Check["name"], Finding[]][] = [
    ["environment", [environmentFinding(options)]],
    ["credentials", [credentialsFinding(seen.contact)]],
    ["keys", [keysFinding(options)]],
    ["region", regionFindings(seen.regions, currency)],
    ["callback-address", [addressFinding(options)]],
    ["callbacks", [callbacksFinding(last_at, unverified, silence, now)]],
    ["locking", [lockingFinding(seen.locking, seen.deployment)]],
    ["jobs", [jobsFinding(seen.jobs, now)]],
    ["backlog", [backlogFinding(seen.behind)]],
    ["config", [configFinding(config, { now, currency, failure })]],
    ["clock", [clockFinding(seen.contact.clock_difference_ms)]],
  ]
  return found.map(([name, findings]) => ({
    name,
    title:
      name === "environment" ? environment.toUpperCase() : CHECKS[name].setUp,
    state: worst(findings.map(stateOf)),
    text: findings.map(inWords).join(" "),
  }))
}

/** The page has no colour for a `note`: it shows a warning. */
function stateOf({ state }: Finding): Check["state"] {
  return state === "note" ? "warning" : state
}

const WORST_FIRST = ["error", "warning", "unknown", "ok"] as const

function worst(states: Check["state"][]): Check["state"] {
  return WORST_FIRST.find((state) => states.includes(state)) ?? "ok"
}

/** The worst of the checks. `unknown` does not count against a store. */
export function stateOfAll(found: Check[]): Status["state"] {
  const state = worst(found.map((check) => check.state))
  return state === "unknown" ? "ok" : state
}
