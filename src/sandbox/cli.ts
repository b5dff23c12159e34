import { startSandbox, type Sandbox } from "."
import {
  readArguments,
  UsageError,
  type SandboxArguments,
} from "./read-arguments"

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
    stopOnSignals(sandbox)
    return sandbox
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
    return undefined
  }
}

async function start(wanted: SandboxArguments): Promise<Sandbox> {
  const { approval, ...input } = wanted
  try {
    return await startSandbox({ ...input, settings: { approval } })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== "EADDRINUSE") {
      throw error
    }
    throw new UsageError(
      `Port ${wanted.port} is in use, perhaps by another sandbox. ` +
        `Stop that one, or choose another port: --port ${wanted.port + 1}`
    )
  }
}

function introduce({ url }: Sandbox, wanted: SandboxArguments): void {
  console.log(`The sandbox of the instalment service is ready.

  address         ${url}
  API             ${url}/docs/api/v2
  control         ${url}/sandbox/state
  client secret   ${wanted.clientSecret.join(", ")}
  signing secret  ${wanted.signingSecret.join(", ")}
  refund approval ${wanted.approval}

Ctrl-C stops it.`)
}

function stopOnSignals(sandbox: Sandbox): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      void sandbox.close().then(() => process.exit(0))
    })
  }
}

if (require.main === module) {
  void startSandboxFromArguments(process.argv.slice(2))
}
