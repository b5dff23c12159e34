// Draws the states of checkouts and refund requests out of their tables of
// transitions:
//   npm run docs:states            writes the diagrams between the marks
//   npm run docs:states -- --check says whether they are current
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { TRANSITIONS as CHECKOUTS } from "../src/modules/instalments/checkout/state"
import { TRANSITIONS as REFUNDS } from "../src/modules/instalments/refunds/state"

type Transitions = Record<
  string,
  { what: string; from: readonly string[]; to: string }
>

/** The service's own words for a refund request: one box, it leads where it will. */
const WORDS = ["requested", "pending", "complete", "failed"]
const TOLD = `state "${WORDS.join(", ")}: as the service says" as told`
const BLOCK = /(<!-- states -->)[\s\S]*?(<!-- \/states -->)/
const PAGES = [
  {
    file: "docs/how-payments-settle.md",
    name: "a checkout",
    begins: "creating: a shopper chooses instalments",
    transitions: CHECKOUTS as Transitions,
  },
  {
    file: "docs/refunds.md",
    name: "a refund request",
    begins: "filed: a refund is accepted",
    transitions: REFUNDS as Transitions,
  },
]

for (const { file, name, begins, transitions } of PAGES) {
  const place = join(__dirname, "..", file)
  const page = readFileSync(place, "utf8")
  if (!BLOCK.test(page)) {
    throw new Error(
      `${file} has no marks <!-- states --> and <!-- /states -->.`
    )
  }
  const drawn = draw(name, begins, transitions)
  const written = page.replace(
    BLOCK,
    (_, open, close) => `${open}\n\n${drawn}\n\n${close}`
  )
  if (written === page) {
    console.log(`The diagram of ${name}'s states is current.`)
  } else if (process.argv.includes("--check")) {
    console.error(`The diagram of ${name}'s states is old: npm run docs:states`)
    process.exitCode = 1
  } else {
    writeFileSync(place, written)
    console.log(`The diagram of ${name}'s states is written anew.`)
  }
}

function draw(name: string, begins: string, transitions: Transitions): string {
  const all = Object.values(transitions)
  const boxed = all.some(({ to }) => to === "word") ? [...WORDS, "word"] : []
  const box = (state: string) => (boxed.includes(state) ? "told" : state)
  const arrows = all.flatMap(({ from, to, what }) =>
    to === "same"
      ? []
      : from.map((state) => `  ${box(state)} --> ${box(to)}: ${what}`)
  )
  const staying = all
    .filter(({ to }) => to === "same")
    .map(({ from, what }) => `- ${what}: of ${from.join(", ")}`)
  return [
    "```mermaid",
    "stateDiagram-v2",
    ...(boxed.length > 0 ? [`  ${TOLD}`] : []),
    `  [*] --> ${begins}`,
    ...new Set(arrows),
    "```",
    "",
    `What adds to ${name} and leaves its state:`,
    "",
    ...staying,
  ].join("\n")
}
