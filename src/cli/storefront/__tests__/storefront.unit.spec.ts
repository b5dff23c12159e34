import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import ts from "typescript"
import { storefront } from ".."
import { EDITS } from "../edits"
import { NEW_FILES } from "../new-files"

const PRICE = "src/modules/products/components/product-price/index.tsx"

/** A small shop that has what the edits look for in the starters; the install test buys in it. */
const STARTER = join(
  __dirname,
  "../../../../integration-tests/install/starter/src"
)

describe("storefront, in a starter", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "instalments-storefront-"))
    cpSync(STARTER, join(folder, "src"), { recursive: true })
  })
  afterEach(() => {
    rmSync(folder, { recursive: true })
    jest.restoreAllMocks()
  })

  const read = (path: string) => readFileSync(join(folder, path), "utf8")
  const all = () =>
    Object.fromEntries(filesIn(folder).map((path) => [path, read(path)]))
  async function run(...args: string[]) {
    const said = [
      jest.spyOn(console, "log").mockImplementation(),
      jest.spyOn(console, "error").mockImplementation(),
    ]
    const code = await storefront([folder, ...args])
    const text = said.flatMap(({ mock }) => mock.calls.flat()).join("\n")
    jest.restoreAllMocks()
    return { code, text }
  }

  it("edits every file and adds what is new, as code that is code", async () => {
    const before = all()
    expect((await run("--yes")).code).toBe(0)
    const after = all()
    for (const path of Object.keys(EDITS)) {
      expect(after[path]).not.toBe(before[path])
      expect([path, errorsOf(after[path]!)]).toEqual([path, []])
    }
    for (const [path, text] of Object.entries(NEW_FILES)) {
      expect(after[path]).toBe(text)
      expect([path, errorsOf(text)]).toEqual([path, []])
    }
  })

  it("changes no byte when it is run again", async () => {
    await run("--yes")
    const once = all()
    const { code, text } = await run("--yes")
    expect(all()).toEqual(once)
    expect(code).toBe(0)
    expect(text).toContain("Nothing to write")
  })

  it("writes nothing where nobody can be asked", async () => {
    const before = all()
    const { code, text } = await run()
    expect([code, all()]).toEqual([1, before])
    expect(text).toContain("Add --yes.")
  })

  it("keeps the language that the shop has given to the provider", async () => {
    await run("--yes")
    const path = "src/app/layout.tsx"
    const own = read(path).replace(
      '{...connection} lang="en"',
      '{...connection} lang="af"'
    )
    writeFileSync(join(folder, path), own)
    expect((await run("--yes")).code).toBe(0)
    expect(read(path)).toBe(own)
  })

  it("edits files of Windows in their own line ends", async () => {
    for (const path of Object.keys(EDITS)) {
      writeFileSync(join(folder, path), read(path).replaceAll("\n", "\r\n"))
    }
    expect((await run("--yes")).code).toBe(0)
    const after = all()
    for (const path of Object.keys(EDITS)) {
      expect(after[path]!.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/)
    }
    expect((await run("--yes")).text).toContain("Nothing to write")
  })

  it("leaves a file alone that the shop has changed, shows what to do, and fails", async () => {
    const own = "export default function Price() { return null }\n"
    writeFileSync(join(folder, PRICE), own)
    const { code, text } = await run("--yes")
    expect(code).toBe(1)
    expect(read(PRICE)).toBe(own)
    expect(text).toContain(
      `${PRICE} was left alone: it is not as in the starter.`
    )
    expect(text).toContain("+      <InstalmentMessage")
    expect(read("src/lib/constants.tsx")).toContain(
      "pp_instalments_instalments"
    )
  })

  it("leaves what the shop has made of a new file", async () => {
    await run("--yes")
    const path = Object.keys(NEW_FILES)[0]!
    writeFileSync(join(folder, path), "// ours\n")
    await run("--yes")
    expect(read(path)).toBe("// ours\n")
  })

  it("finds the storefront of a monorepo", async () => {
    const inside = join(folder, "apps/storefront")
    cpSync(join(folder, "src"), join(inside, "src"), { recursive: true })
    rmSync(join(folder, "src"), { recursive: true })
    expect((await run("--yes")).code).toBe(0)
    expect(read(`apps/storefront/${PRICE}`)).toContain("<InstalmentMessage")
  })

  it("says what is no starter", async () => {
    rmSync(join(folder, "src/app"), { recursive: true })
    const { code, text } = await run("--yes")
    expect(code).toBe(1)
    expect(text).toContain("is not one of Medusa's Next.js starters")
  })
})

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => file.slice(folder.length + 1))
    .sort()
}

/** What the TypeScript parser has against a file. */
function errorsOf(text: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(text, {
    reportDiagnostics: true,
    fileName: "file.tsx",
    compilerOptions: { jsx: ts.JsxEmit.Preserve },
  })
  return diagnostics.map(({ messageText }) => String(messageText))
}
