const DEFAULT_PORT = 4010

/** A mistake of the person at the command line, in words for them. */
export class UsageError extends Error {}

/** How the command line and the environment want the sandbox. */
export type SandboxArguments = {
  port: number
  clientSecret: string
  signingSecret: string
  approval: "automatic" | "manual"
  file: string | undefined
}

/** Reads arguments and environment; throws a sentence for a person. */
export function readArguments(
  argv: string[],
  env: NodeJS.ProcessEnv
): SandboxArguments {
  const given =
    value(argv, "--port") ?? (env.DEMO_SANDBOX_PORT || env.PORT || DEFAULT_PORT)
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
    clientSecret: env.INSTALMENTS_CLIENT_SECRET || "sandbox-client-secret",
    signingSecret: env.INSTALMENTS_SIGNING_SECRET || "sandbox-signing-secret",
    approval,
    file: value(argv, "--file"),
  }
}

function value(argv: string[], name: string): string | undefined {
  const at = argv.findIndex(
    (argument) => argument === name || argument.startsWith(`${name}=`)
  )
  return at < 0
    ? undefined
    : ((argv[at]?.split("=").slice(1).join("=") || argv[at + 1]) ?? "")
}
