/** The addresses are of a store on this machine, as Medusa's starters have them. */
const VARIABLES = {
  INSTALMENTS_BASE_URL: "",
  INSTALMENTS_CLIENT_SECRET: "",
  INSTALMENTS_SIGNING_SECRET: "",
  INSTALMENTS_BACKEND_URL: "http://localhost:9000",
  INSTALMENTS_STOREFRONT_URL: "http://localhost:8000",
}

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
  let made = text
  for (const [name, usual] of Object.entries(VARIABLES)) {
    const set = `^([ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=)`
    const value = (sandbox && SANDBOX[name]) || usual
    if (!new RegExp(set, "m").test(made)) {
      made += `${/[^\n]$/.test(made) ? "\n" : ""}${name}=${value}\n`
    } else if (sandbox && SANDBOX[name]) {
      made = made.replace(new RegExp(`${set}[ \\t]*$`, "gm"), `$1${value}`)
    }
  }
  return made
}
