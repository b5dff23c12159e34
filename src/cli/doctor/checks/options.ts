import {
  parseOptions,
  type InstalmentsOptions,
} from "../../../modules/instalments/options/parse-options"
import type { Finding } from "../finding"

const CHECK = "options"

/** The plugin's options by the very rules by which the store boots. */
export function checkOptions(given: unknown): {
  findings: Finding[]
  options?: InstalmentsOptions
} {
  if (given === undefined) {
    return {
      findings: [
        wrong(
          'medusa-config names no plugin "medusa-payment-instalments"',
          "Add it to plugins, as the README shows in its first steps."
        ),
      ],
    }
  }
  try {
    const options = parseOptions(given)
    const { environment, currency } = options
    const saw = `all are right; environment ${environment}, ${currency}`
    return { findings: [{ check: CHECK, state: "ok", saw }], options }
  } catch (error) {
    const lines = String((error as Error).message).split("\n")
    const problems = lines.filter((line) => line.startsWith("  - "))
    return {
      findings: problems.map((line) =>
        wrong(line.slice(4), "Change it in medusa-config or its environment.")
      ),
    }
  }
}

function wrong(saw: string, next: string): Finding {
  return { check: CHECK, state: "wrong", saw, next }
}
