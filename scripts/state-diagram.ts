// Draws the states of a checkout out of their table of transitions:
//   npm run docs:states            writes the diagram between the marks
//   npm run docs:states -- --check says whether it is current
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { TRANSITIONS } from "../src/modules/instalments/checkout/state"

const FILE = join(__dirname, "..", "docs/how-payments-settle.md")
const BLOCK = /(<!-- states -->)[\s\S]*?(<!-- \/states -->)/

const arrows = Object.values(TRANSITIONS).flatMap(({ from, to, what }) =>
  to === "same" ? [] : from.map((state) => `  ${state} --> ${to}: ${what}`)
)
const staying = Object.values(TRANSITIONS)
  .filter(({ to }) => to === "same")
  .map(({ from, what }) => `- ${what}: of ${from.join(", ")}`)
const drawn = [
  "```mermaid",
  "stateDiagram-v2",
  "  [*] --> creating: a shopper chooses instalments",
  ...arrows,
  "```",
  "",
  "What adds to a checkout and leaves its state:",
  "",
  ...staying,
].join("\n")

const page = readFileSync(FILE, "utf8")
if (!BLOCK.test(page)) {
  throw new Error(`${FILE} has no marks <!-- states --> and <!-- /states -->.`)
}
const written = page.replace(
  BLOCK,
  (_, open, close) => `${open}\n\n${drawn}\n\n${close}`
)
if (written === page) {
  console.log("The diagram of a checkout's states is current.")
} else if (process.argv.includes("--check")) {
  console.error(
    "The diagram of a checkout's states is old: npm run docs:states"
  )
  process.exitCode = 1
} else {
  writeFileSync(FILE, written)
  console.log("The diagram of a checkout's states is written anew.")
}
