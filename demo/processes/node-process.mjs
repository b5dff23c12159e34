import { spawn } from "node:child_process"
import { closeSync, openSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { setTimeout as pause } from "node:timers/promises"
import { isStopping, onStop } from "./stopping.mjs"

const exitWithParent = createRequire(import.meta.url).resolve(
  "./exit-with-parent.cjs"
)
const MAX_WAIT_MS = 6_000

/**
 * Starts Node with `args`, its output in `logFile`, in a process group of its
 * own: Ctrl-C reaches this process alone, which stops the others in order.
 * `ended` resolves with the exit code, null when a signal ended it. `stop` asks
 * it to end, `kill` gives it no chance to.
 */
export function startNode({ name, args, cwd, env, logFile }) {
  const log = openSync(logFile, "w")
  const child = spawn(process.execPath, ["-r", exitWithParent, ...args], {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ["ignore", log, log, "ipc"],
  })
  closeSync(log)
  // A running process must not be kept waiting for what it could send.
  child.channel.unref()
  const ended = new Promise((resolve) => {
    child.once("exit", resolve).once("error", () => resolve(null))
  })
  const signalGroup = (signal) => {
    try {
      process.kill(-child.pid, signal)
    } catch {
      // The group is gone, which is what a signal is sent for.
    }
  }
  const stop = async () => {
    signalGroup("SIGTERM")
    await Promise.race([ended, pause(MAX_WAIT_MS, undefined, { ref: false })])
    signalGroup("SIGKILL")
  }
  const forget = onStop(stop)
  void ended.then(() => signalGroup("SIGKILL")).then(forget)
  const kill = async () => {
    signalGroup("SIGKILL")
    await ended
  }
  return { name, ended, stop, kill, lastWords: () => lastLines(logFile) }
}

/** Runs Node with `args` to its end; rejects with its last lines on failure. */
export async function runNode(input) {
  const running = startNode(input)
  const code = await running.ended
  if (isStopping()) {
    // Its end is ours: nothing after this step is to happen.
    return await new Promise(() => {})
  }
  if (code !== 0) {
    throw new Error(`${input.name} failed:\n${running.lastWords()}`)
  }
}

function lastLines(file) {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n").slice(-20)
  return lines.map((line) => `    ${line}`).join("\n")
}
