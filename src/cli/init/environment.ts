/** A variable that the lines of medusa-config read, and its value where one is known. */
type Variable = { name: string; value: string }

/** The addresses of a store that runs on this machine, as Medusa's starters have them. */
const VARIABLES: Variable[] = [
  { name: "INSTALMENTS_BASE_URL", value: "" },
  { name: "INSTALMENTS_CLIENT_SECRET", value: "" },
  { name: "INSTALMENTS_SIGNING_SECRET", value: "" },
  { name: "INSTALMENTS_BACKEND_URL", value: "http://localhost:9000" },
  { name: "INSTALMENTS_STOREFRONT_URL", value: "http://localhost:8000" },
]

/** What the sandbox of this package takes. Nobody's secrets: they are in its source. */
const SANDBOX: Record<string, string> = {
  INSTALMENTS_BASE_URL: "http://localhost:4010",
  INSTALMENTS_CLIENT_SECRET: "sandbox-client-secret",
  INSTALMENTS_SIGNING_SECRET: "sandbox-signing-secret",
}

/**
 * A `.env` with the plugin's variables at its end, but for those that it names
 * already: a value is never overwritten. `sandbox` fills in what the package's own
 * sandbox takes, also where a name stands without a value.
 */
export function addVariables(text: string, sandbox: boolean): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n"
  const known = namesIn(text)
  const given = sandbox ? SANDBOX : {}
  const filled = Object.entries(given).reduce(
    (left, [name, value]) =>
      left.replace(
        new RegExp(
          `^([ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=)${EMPTY}$`,
          "gm"
        ),
        (_, set: string, note?: string) =>
          set + value + (note ? ` ${note}` : "")
      ),
    text
  )
  const missing = VARIABLES.filter(({ name }) => !known.has(name)).map(
    ({ name, value }) => `${name}=${given[name] ?? value}${newline}`
  )
  const isEnded = missing.length === 0 || /(^|\n)$/.test(filled)
  return filled + (isEnded ? "" : newline) + missing.join("")
}

/** The plugin's variables that have no value, of a `.env` or of the shell. */
export function emptyVariables(
  text: string,
  shell: Record<string, string | undefined>
): string[] {
  const empty = new RegExp(`^${EMPTY}$`)
  const filled = namesIn(text, (value) => !empty.test(value))
  return VARIABLES.map(({ name }) => name).filter(
    (name) => !shell[name] && !filled.has(name)
  )
}

/** What is no value for `dotenv`: nothing, quotes around nothing, a comment. */
const EMPTY = `[ \\t]*(?:""|'')?[ \\t]*(#.*)?`

function namesIn(text: string, fits = (_: string) => true): Set<string> {
  const lines = text.matchAll(/^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=(.*)$/gm)
  return new Set(
    [...lines].filter(([, , set = ""]) => fits(set)).map(([, name]) => name!)
  )
}
