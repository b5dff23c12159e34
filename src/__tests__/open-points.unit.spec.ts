import { readFileSync } from "node:fs"
import { join } from "node:path"
import { optionsSchema } from "../modules/instalments/options/schema"
import { startSandbox, type Fault, type Sandbox } from "../sandbox"

const page = readFileSync(join(__dirname, "../../docs/open-points.md"), "utf8")

/** What stands in backticks after a name, on its line and those below it. */
const named = (name: string) =>
  [
    ...page.matchAll(
      new RegExp(`^- ${name}: ([^]*?)(?=\\n- |\\n\\n|$(?![^]))`, "gm")
    ),
  ]
    .flatMap(([, text]) => [...text!.matchAll(/`([^`]+)`/g)])
    .map(([, code]) => code!)
const json = (codes: string[]) => codes.filter((code) => code.startsWith("{"))

describe("docs/open-points.md", () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    const clientSecret = "sandbox-client-secret"
    sandbox = await startSandbox({ clientSecret, signingSecret: "signing" })
  })
  afterAll(() => sandbox.close())

  it.each(named("Option"))("names an option that there is: %s", (option) => {
    const at = option.split(".").reduce<unknown>((schema, key) => {
      const { shape } = inner(schema) as { shape: Record<string, unknown> }
      return shape[key]
    }, optionsSchema)
    expect(at).toBeDefined()
  })

  it.each(json(named("Sandbox")))(
    "names settings of the sandbox: %s",
    (text) => {
      sandbox.set(JSON.parse(text) as object)
    }
  )

  it.each(json(named("Sandbox fault")))("names a fault: %s", (text) => {
    sandbox.fault(JSON.parse(text) as Fault)()
  })

  it("names control routes that there are", async () => {
    const home = await (await fetch(sandbox.url)).text()
    const routes = named("Sandbox").filter((code) => /^POST /.test(code))
    expect(routes.length).toBeGreaterThan(0)
    routes.forEach((route) => expect(home).toContain(route))
  })

  it("says of every point who will tell", () => {
    const points = page.split(/^### /m).slice(1)
    expect(points.length).toBeGreaterThan(35)
    points.forEach((point) => expect(point).toMatch(/^- Told by: \S/m))
  })
})

/** Without the default around it. */
function inner(schema: unknown): unknown {
  const { innerType } = (schema as { def: { innerType?: unknown } }).def
  return innerType ? inner(innerType) : schema
}
