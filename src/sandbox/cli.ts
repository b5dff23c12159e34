import { parseArgs } from "node:util"
import { startSandbox, type Sandbox } from "."
import type { SandboxSettings } from "./settings"

/**
 * Starts the sandbox from the command line (`npm run sandbox`,
 * `npx medusa-payment-instalments sandbox`): `--port N`, `--host NAME`,
 * `--file state.json`; secrets and approval come from the environment. Says why when it cannot, and sets
 * the exit code.
 */
export async function startSandboxFromArguments(
  argv: string[]
): Promise<Sandbox | undefined> {
  try {
    const wanted = readArguments(argv, process.env)
    const sandbox = await startSandbox(wanted)
    introduce(sandbox, wanted)
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        void sandbox.close().then(() => process.exit(0))
      })
    }
    return sandbox
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
    return undefined
  }
}

/** Reads arguments and environment. @throws for an argument that is not known */
export function readArguments(argv: string[], env: NodeJS.ProcessEnv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      port: { type: "string" },
      host: { type: "string" },
      file: { type: "string" },
    },
  })
  // The newest key and, while it is exchanged, the older one.
  const keys = (name: string, usual: string) =>
    [env[name] || usual, env[`${name}_OLD`] ?? ""].filter(Boolean)
  const approval = env.INSTALMENTS_REFUND_APPROVAL || "automatic"
  return {
    port: Number(values.port ?? (env.DEMO_SANDBOX_PORT || env.PORT || 4010)),
    clientSecret: keys("INSTALMENTS_CLIENT_SECRET", "sandbox-client-secret"),
    signingSecret: keys("INSTALMENTS_SIGNING_SECRET", "sandbox-signing-secret"),
    settings: { approval: approval as SandboxSettings["approval"] },
    file: values.file,
    host: values.host,
  }
}

function introduce(
  { url, settings }: Sandbox,
  { clientSecret, signingSecret, host }: ReturnType<typeof readArguments>
): void {
  console.log(`The sandbox of the instalment service is ready.

  address         ${url}${host ? ` and ${url.replace("localhost", host)}` : ""}
  API             ${url}/docs/api/v2
  control         ${url}/sandbox/state
  client secret   ${clientSecret.join(", ")}
  signing secret  ${signingSecret.join(", ")}
  refund approval ${settings.approval}

Ctrl-C stops it.`)
}

if (require.main === module) {
  void startSandboxFromArguments(process.argv.slice(2))
}
