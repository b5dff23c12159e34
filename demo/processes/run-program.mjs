import { x } from "tinyexec"
import { onStop } from "./stopping.mjs"

const MAX_WAIT_MS = 5_000

/**
 * Runs a program to its end and answers what it printed; rejects with its last
 * lines when it fails. It is ended with everything else on Ctrl-C.
 */
export async function runProgram(program, args, options = {}) {
  const child = x(program, args, {
    throwOnError: true,
    nodeOptions: {
      cwd: "/",
      ...options,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    },
  })
  const forget = onStop(() => child.kill("SIGKILL"))
  try {
    return (await child).stdout
  } catch (error) {
    const { stdout = "", stderr = "" } = error.output ?? {}
    const last = (stdout + stderr).trim().split("\n").slice(-15).join("\n")
    throw new Error(`${error.message}\n${last}`, { cause: error })
  } finally {
    forget()
  }
}

/**
 * Runs a program in this terminal to its end and answers its exit code. When
 * everything is stopped it is asked to end, and killed if it does not.
 */
export async function runInTerminal(program, args, env) {
  const child = x(program, args, { nodeOptions: { stdio: "inherit", env } })
  const ended = child.then(({ exitCode }) => exitCode ?? 1)
  const forget = onStop(async () => {
    child.kill("SIGTERM")
    const killing = setTimeout(() => child.kill("SIGKILL"), MAX_WAIT_MS)
    await ended.catch(() => {})
    clearTimeout(killing)
  })
  return await ended.finally(forget)
}
