import type { Finding as Found } from "../../modules/instalments/health"
import type { StoreSetup } from "./read-store"

/**
 * What one check found. `wrong` needs somebody; `unknown` could not be looked
 * at; `note` is worth knowing and not wrong.
 */
export type State = "ok" | "note" | "wrong" | "unknown"

/** One line of the doctor's table, in words for the person who reads it. */
export type Finding = {
  /** What was looked at, in one or two words. */
  check: string
  state: State
  /** What was seen, and no more than that. */
  saw: string
  /** What to do about it. */
  next?: string
}

/** What a check found, as a line of the table. */
export function line(check: string, { state, ...words }: Found): Finding {
  const needsSomebody = state === "warning" || state === "error"
  return { check, state: needsSomebody ? "wrong" : state, ...words }
}

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
  const said = wrong
    ? `${wrong} of ${findings.length} checks found something wrong`
    : "Nothing wrong was seen from this machine"
  const unknown = count("unknown")
  return `${said}${unknown ? `; ${unknown} could not be looked at` : ""}.`
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
  // The longest first: one may hold another.
  const secrets = [...secretsIn(store.options), ...passwordOf(store)].sort(
    (a, b) => b.length - a.length
  )
  const clean = (text: string) =>
    secrets.reduce((left, secret) => left.replaceAll(secret, "[cut]"), text)
  return findings.map((finding) => ({
    ...finding,
    saw: clean(finding.saw),
    ...(finding.next && { next: clean(finding.next) }),
  }))
}

/** The texts below a name of a secret, also those of a list. */
function secretsIn(options: unknown, isSecret = false): string[] {
  if (typeof options === "string") {
    return isSecret && options.length >= 4 ? [options] : []
  }
  return typeof options === "object" && options !== null
    ? Object.entries(options).flatMap(([name, value]) =>
        secretsIn(value, isSecret || SECRET_NAMES.test(name))
      )
    : []
}

function passwordOf({ database }: StoreSetup): string[] {
  const { databaseUrl = "" } = database
  const password = URL.canParse(databaseUrl)
    ? new URL(databaseUrl).password
    : ""
  return password ? [password, decodeURIComponent(password)] : []
}
