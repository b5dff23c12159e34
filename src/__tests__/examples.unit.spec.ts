import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { InstalmentsEvents } from "../modules/instalments/events"

const ROOT = join(__dirname, "../..")
const EXAMPLES = join(ROOT, "integration-tests/examples")

// `npm run types` compiles the examples as a store would.
describe("the examples of docs/operations.md", () => {
  const page = readFileSync(join(ROOT, "docs/operations.md"), "utf8")

  it.each(readdirSync(EXAMPLES))("show %s as it is compiled", (name) => {
    expect(page).toContain(readFileSync(join(EXAMPLES, name), "utf8"))
  })

  it.each(Object.entries(InstalmentsEvents))(
    "name the event %s",
    (name, event) => {
      expect(page).toContain(`\`${name}\``)
      expect(page).toContain(`\`${event}\``)
    }
  )
})
