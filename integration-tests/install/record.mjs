import { writeFileSync } from "node:fs"
import { runAndStop } from "../../demo/processes/stopping.mjs"

const results = { passed: 0, failed: 0 }

/**
 * Does one step, prints its sentence with the seconds it took, and counts it.
 * A step that fails ends what comes after it, by throwing.
 */
export async function it(sentence, work) {
  const start = Date.now()
  const seconds = () => `(${((Date.now() - start) / 1000).toFixed(1)} s)`
  try {
    const result = await work()
    results.passed++
    console.log(`  ✓ ${sentence} ${seconds()}`)
    return result
  } catch (error) {
    results.failed++
    console.log(`  ✗ ${sentence} ${seconds()}\n${indent(error.message)}`)
    throw new StepFailed(error)
  }
}

/**
 * Does the steps of `work`, stops everything that they started, and ends the
 * process: with 0 when there were steps and all of them passed.
 *
 * @param outputFile gets the counts, if there is one
 */
export function runSteps(work, outputFile) {
  return runAndStop(async () => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof StepFailed)) {
        await it("runs to its end", () => Promise.reject(error)).catch(() => {})
      }
    }
    return report(outputFile)
  })
}

/** A step failed, which has been counted and printed. */
export class StepFailed extends Error {
  constructor(cause) {
    super("A step failed", { cause })
  }
}

/** Writes the counts as jest does, for the gate's sum; answers the exit code. */
function report(file) {
  const { passed, failed } = results
  console.log(`\n${passed} passed, ${failed} failed`)
  if (file) {
    writeFileSync(
      file,
      JSON.stringify({
        numPassedTests: passed,
        numFailedTests: failed,
        numRuntimeErrorTestSuites: 0,
      })
    )
  }
  return failed > 0 || passed === 0 ? 1 : 0
}

/** Throws with what was found unless it is what it should be. */
export function demand(what, holds, found) {
  if (!holds) {
    throw new Error(`${what}: found ${JSON.stringify(found)}`)
  }
}

const indent = (text) => text.replace(/^/gm, "      ")
