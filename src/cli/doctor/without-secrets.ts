import type { Finding } from "./finding"
import type { StoreSetup } from "./read-store"

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
