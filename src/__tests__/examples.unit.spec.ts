import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { InstalmentsEvents } from "../modules/instalments/events"

const ROOT = join(__dirname, "../..")
const EXAMPLES = join(ROOT, "integration-tests/more/examples")
const DOOR = "medusa-payment-instalments/workflows"

/** Those of a store's `src`, with their path there. */
const examples = readdirSync(EXAMPLES, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith(".spec.ts"))
  .map((entry) => {
    const file = join(entry.parentPath, entry.name)
    const code = readFileSync(file, "utf8")
    return [`src/${relative(EXAMPLES, file)}`, code] as const
  })

// `npm run types` compiles the examples as a store would, and
// `integration-tests/more/examples/examples.spec.ts` runs them.
describe("the examples of docs/operations.md", () => {
  const page = readFileSync(join(ROOT, "docs/operations.md"), "utf8")
  const shown = page
    .split("```ts\n")
    .slice(1)
    .map((rest) => rest.split("```")[0]!)

  it.each(examples)("show %s as it is compiled", (path, code) => {
    expect(page).toContain(`\`${path}\`:\n\n\`\`\`ts\n${code}\`\`\``)
  })

  it("are all compiled and run where they use the plugin", () => {
    const codes = examples.map(([, code]) => code)
    expect(
      shown.filter((code) => code.includes(DOOR) && !codes.includes(code))
    ).toEqual([])
  })

  it.each(Object.entries(InstalmentsEvents))(
    "name the event %s",
    (name, event) => {
      expect(page).toContain(`\`${name}\``)
      expect(page).toContain(`\`${event}\``)
    }
  )
})
