import { parseArgs } from "node:util"

const DEFAULT_PORT = 4010

/** A mistake of the person at the command line, in words for them. */
export class UsageError extends Error {}

/** How the command line and the environment want the sandbox. */
export type SandboxArguments = {
  port: number
  clientSecret: string[]
  signingSecret: string[]
  approval: "automatic" | "manual"
  file: string | undefined
}

/** Reads arguments and environment; throws a sentence for a person. */
export function readArguments(
  argv: string[],
  env: NodeJS.ProcessEnv
): SandboxArguments {
  const values = parse(argv)
  const given =
    values.port ?? (env.DEMO_SANDBOX_PORT || env.PORT || DEFAULT_PORT)
  const port = Number(given === "" ? NaN : given)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError(
      `The port must be a number from 0 to 65535, not "${given}".`
    )
  }
  const approval = env.INSTALMENTS_REFUND_APPROVAL || "automatic"
  if (approval !== "automatic" && approval !== "manual") {
    throw new UsageError(
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
  }
}

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
    throw new UsageError(
      `${first.replace(/\.$/, "")}. The sandbox takes --port N and --file FILE.`
    )
  }
}
