import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { runNode, startNode } from "../processes/node-process.mjs"
import { root } from "../settings.mjs"

/** Runs a command of Medusa's in this repository to its end. */
export function runMedusa(command, args, { dataFolder, env }) {
  return runNode(medusa(command, args, { dataFolder, env }))
}

/** Starts a command of Medusa's in this repository that goes on. */
export function startMedusa(command, args, { dataFolder, env }) {
  return startNode(medusa(command, args, { dataFolder, env }))
}

function medusa(command, args, { dataFolder, env }) {
  return {
    name: `medusa ${command}`,
    args: ["node_modules/@medusajs/cli/cli.js", command, ...args],
    cwd: root,
    env,
    logFile: logFile(dataFolder, `medusa-${command.replace(":", "-")}`),
  }
}

/** Where the output of one of the demo's processes is kept. */
export function logFile(dataFolder, name) {
  const folder = join(dataFolder, "logs")
  mkdirSync(folder, { recursive: true })
  return join(folder, `${name}.log`)
}
