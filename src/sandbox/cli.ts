import { parseArgs } from "node:util"
import { startSandbox, type Sandbox } from "."

const DEFAULT_PORT = 4010

/**
 * Starts the sandbox from the command line (`npm run sandbox`,
 * `npx medusa-payment-instalments sandbox`): `--port N`, `--file state.json`;
 * secrets and approval come from the environment. Says in words when it
 * cannot, and sets the exit code.
 */
export async function startSandboxFromArguments(
  argv: string[]
): Promise<Sandbox | undefined> {
  try {
    const wanted = readArguments(argv, process.env)
    const sandbox = await start(wanted)
    introduce(sandbox, wanted)
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        void sandbox.close().then(() => process.exit(0))
      })
    }
    return sandbox
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
    return undefined
  }
}

/** Reads arguments and environment; throws a sentence for a person. */
export function readArguments(argv: string[], env: NodeJS.ProcessEnv) {
  const values = parse(argv)
  const given =
    values.port ?? (env.DEMO_SANDBOX_PORT || env.PORT || DEFAULT_PORT)
  const port = Number(given === "" ? NaN : given)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(
      `The port must be a number from 0 to 65535, not "${given}".`
    )
  }
  const approval = env.INSTALMENTS_REFUND_APPROVAL || "automatic"
  if (approval !== "automatic" && approval !== "manual") {
    throw new Error(
      `INSTALMENTS_REFUND_APPROVAL must be automatic or manual, not ${approval}`
    )
  }
  return {
    port,
    clientSecret: keys(
      env.INSTALMENTS_CLIENT_SECRET || "sandbox-client-secret",
      env.INSTALMENTS_CLIENT_SECRET_OLD
    ),
    signingSecret: keys(
      env.INSTALMENTS_SIGNING_SECRET || "sandbox-signing-secret",
      env.INSTALMENTS_SIGNING_SECRET_OLD
    ),
    approval,
    file: values.file,
  } as const
}

type Arguments = ReturnType<typeof readArguments>

/** The newest key and, while it is exchanged, the older one. */
function keys(newest: string, older: string | undefined): string[] {
  return older ? [newest, older] : [newest]
}

function parse(argv: string[]) {
  const port = { type: "string" } as const
  const file = { type: "string" } as const
  try {
    return parseArgs({ args: argv, options: { port, file } }).values
  } catch (error) {
    const { message } = error as Error
    // Node adds advice about spellings that is not useful here.
    const [first = ""] = message.split("\n")
    throw new Error(
      `${first.replace(/\.$/, "")}. The sandbox takes --port N and --file FILE.`
    )
  }
}

async function start({ approval, ...input }: Arguments): Promise<Sandbox> {
  try {
    return await startSandbox({ ...input, settings: { approval } })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") {
      throw error
    }
    throw new Error(
      `Port ${input.port} is in use, perhaps by another sandbox. ` +
        `Stop that one, or choose another port: --port ${input.port + 1}`
    )
  }
}

function introduce({ url }: Sandbox, wanted: Arguments): void {
  console.log(`The sandbox of the instalment service is ready.

  address         ${url}
  API             ${url}/docs/api/v2
  control         ${url}/sandbox/state
  client secret   ${wanted.clientSecret.join(", ")}
  signing secret  ${wanted.signingSecret.join(", ")}
  refund approval ${wanted.approval}

Ctrl-C stops it.`)
}

if (require.main === module) {
  void startSandboxFromArguments(process.argv.slice(2))
}
