#!/usr/bin/env node
import { USAGE } from "./usage"

/**
 * The package's command line, `npx medusa-payment-instalments <command>`. What a
 * command needs is loaded with it: the sandbox has a server library of its own.
 */
async function run([command, ...rest]: string[]): Promise<void> {
  switch (command) {
    case "init": {
      const { init } = await import("./init/index.js")
      process.exitCode = await init(rest)
      return
    }
    case "storefront": {
      const { storefront } = await import("./storefront/index.js")
      process.exitCode = await storefront(rest)
      return
    }
    case "sandbox": {
      const { startSandboxFromArguments } = await import("../sandbox/cli.js")
      await startSandboxFromArguments(rest)
      return
    }
    case "doctor": {
      const { doctor } = await import("./doctor/index.js")
      process.exitCode = await doctor(rest)
      return
    }
    case "help":
    case "--help":
      console.log(USAGE)
      return
    default:
      console.error(USAGE)
      process.exitCode = 1
  }
}

void run(process.argv.slice(2))
