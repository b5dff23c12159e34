import {
  CHECKS,
  type Facts,
  type Finding,
  inWords,
} from "../../../../modules/instalments/health"
import type { Check, Status } from "../answers"

/** The health list of the set-up page, from the facts that were read. */
export function checks(facts: Facts): Check[] {
  return CHECKS.map(({ name, title, run }) => {
    const findings = run(facts)
    return {
      name,
      title:
        name === "environment"
          ? facts.options.environment.toUpperCase()
          : title,
      state: worst(findings.map(stateOf)),
      text: findings.map(inWords).join(" "),
    }
  })
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
