import type { Finding, State } from "./finding"
import type { StoreSetup } from "./read-store"

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

const SECRET_NAMES = /secret|password|^key$/i

/**
 * The findings with every secret of the store cut out: none is put in, this is
 * the second lock on that door.
 */
export function withoutSecrets(
  findings: Finding[],
  store: StoreSetup
): Finding[] {
  const secrets = [...secretsIn(store.options), ...passwordOf(store)]
  const clean = (text: string) =>
    secrets.reduce((left, secret) => left.split(secret).join("[cut]"), text)
  return findings.map((finding) => ({
    ...finding,
    saw: clean(finding.saw),
    ...(finding.next && { next: clean(finding.next) }),
  }))
}

function secretsIn(options: unknown): string[] {
  if (typeof options !== "object" || options === null) {
    return []
  }
  return Object.entries(options).flatMap(([name, value]) =>
    typeof value === "string" && SECRET_NAMES.test(name) && value.length >= 4
      ? [value]
      : secretsIn(value)
  )
}

function passwordOf({ database }: StoreSetup): string[] {
  const { databaseUrl = "" } = database
  const password = URL.canParse(databaseUrl)
    ? new URL(databaseUrl).password
    : ""
  return password ? [password, decodeURIComponent(password)] : []
}
