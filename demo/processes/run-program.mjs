import { spawn } from "node:child_process"
import { onStop } from "./stopping.mjs"

/**
 * Runs a program to its end and answers what it printed; rejects with its last
 * lines when it fails. It is ended with everything else on Ctrl-C.
 */
export function runProgram(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: "/",
      ...options,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    })
    const forget = onStop(() => child.kill("SIGKILL"))
    let output = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => (output += chunk))
    }
    child.once("error", reject)
    child.once("close", (code, signal) => {
      forget()
      const last = output.trim().split("\n").slice(-15).join("\n")
      const how = signal ? `was ended by ${signal}` : `ended with ${code}`
      code === 0
        ? resolve(output)
        : reject(new Error(`${program} ${how}.\n${last}`))
    })
  })
}
