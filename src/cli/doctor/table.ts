import type { Finding, State } from "./finding"

const MARKS: Record<State, string> = {
  ok: "✓",
  note: "•",
  wrong: "✗",
  unknown: "?",
}

/** The findings as a table for a terminal or a support ticket. */
export function table(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const indent = " ".repeat(width + 6)
  const lines = findings.flatMap(({ check, state, saw, next }) => [
    `  ${MARKS[state]} ${check.padEnd(width)}  ${saw}`,
    ...(next ? [`${indent}→ ${next}`] : []),
  ])
  return [...lines, "", `  ${verdict(findings)}`].join("\n")
}

function verdict(findings: Finding[]): string {
  const count = (state: State) =>
    findings.filter((finding) => finding.state === state).length
  const wrong = count("wrong")
  const unknown = count("unknown")
  const unseen = unknown > 0 ? `; ${unknown} could not be looked at` : ""
  return wrong > 0
    ? `${wrong} of ${findings.length} checks found something wrong${unseen}.`
    : `Nothing wrong was seen from this machine${unseen}.`
}
