#!/usr/bin/env node
import { USAGE } from "./usage"

/** What a command needs is loaded with it: the sandbox has a server library of its own. */
const COMMANDS: Record<string, (rest: string[]) => Promise<number | void>> = {
  init: async (rest) => (await import("./init/index.js")).init(rest),
  storefront: async (rest) =>
    (await import("./storefront/index.js")).storefront(rest),
  sandbox: async (rest) => {
    const { startSandboxFromArguments } = await import("../sandbox/cli.js")
    await startSandboxFromArguments(rest)
  },
  doctor: async (rest) => (await import("./doctor/index.js")).doctor(rest),
}

/** The package's command line, `npx medusa-payment-instalments <command>`. */
async function run([command = "", ...rest]: string[]): Promise<void> {
  const work = COMMANDS[command]
  if (work) {
    process.exitCode = (await work(rest)) ?? process.exitCode
    return
  }
  console.log(USAGE)
  process.exitCode = /^(--)?help$/.test(command) ? 0 : 1
}

void run(process.argv.slice(2))
