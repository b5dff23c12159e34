import { readFileSync } from "node:fs"
import { root } from "../../../demo/settings.mjs"

/**
 * A block of code of the README, by the mark before it: what a merchant is told
 * to add is what this test adds.
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
