import { delimiter } from "node:path"
import { runProgram } from "../../../demo/processes/run-program.mjs"

/**
 * Types a line into a shell in a folder; answers what it printed.
 *
 * @param programs a folder with programs that are this run's own
 */
export function typeInto(folder, line, programs = "") {
  const PATH = [programs, process.env.PATH].filter(Boolean).join(delimiter)
  const env = { ...CLEAN, ...QUICK, PATH }
  return runProgram("sh", ["-c", line], { cwd: folder, env })
}

const QUICK = {
  MEDUSA_DISABLE_TELEMETRY: "true",
  NEXT_TELEMETRY_DISABLED: "1",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_prefer_offline: "true",
}

/** What this run's shell may set, and a merchant's does not. */
export const CLEAN = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) =>
      /^(NODE_ENV|NODE_OPTIONS|DATABASE_URL)$|^INSTALMENTS_/.test(name)
    )
    .map((name) => [name, undefined])
)
