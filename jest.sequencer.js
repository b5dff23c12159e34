const { join } = require("node:path")
const Sequencer = require("@jest/test-sequencer").default

/** The folders whose files take minutes, the longest first. */
const LONG = [
  "harness/runs/core",
  "harness/runs/more",
  "laws",
  "medusa",
  "more",
]

/**
 * Begins with the files that take longest, so that the workers end together. By
 * itself Jest begins with the largest files where it has run none before, and
 * those that load many others are the smallest.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const at = LONG.findIndex((name) =>
        path.includes(join("integration-tests", name))
      )
      return at < 0 ? LONG.length : at
    }
    return super.sort(tests).sort((a, b) => rank(a) - rank(b))
  }
}
