import { readFileSync } from "node:fs"
import { root } from "../../../demo/settings.mjs"

/**
 * A block of code of the README, by the mark before it: what a merchant is told
 * to add, or to type, is what this test does.
 */
export function readmeBlock(mark, checkout = root) {
  const readme = readFileSync(`${checkout}/README.md`, "utf8")
  const block = new RegExp(
    `<!-- ${mark} -->\\s*\`\`\`\\w+\\n([\\s\\S]*?)\\n\\s*\`\`\``
  ).exec(readme)
  if (!block) {
    throw new Error(`README.md has no block of code after <!-- ${mark} -->`)
  }
  return block[1]
}

/** The one line of such a block that begins with a program's name. */
export function readmeLine(mark, program = "npx") {
  const lines = readmeBlock(mark).split("\n")
  const [line, ...more] = lines.filter((one) => one.startsWith(`${program} `))
  if (!line || more.length > 0) {
    throw new Error(
      `README.md needs one line of ${program} after <!-- ${mark} -->`
    )
  }
  return line
}
