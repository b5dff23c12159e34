import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ERROR_CODES } from "../modules/instalments/domain/error-codes"

const root = join(__dirname, "../..")
const page = readFileSync(join(root, "docs/errors.md"), "utf8")

/** What runs in the store. */
const files = ["api", "modules", "providers", "workflows"].flatMap((room) =>
  readdirSync(join(root, "src", room), { withFileTypes: true, recursive: true })
    .filter(({ name }) => name.endsWith(".ts") && name !== "error-codes.ts")
    .filter(({ parentPath }) => !parentPath.endsWith("__tests__"))
    .map((file) => {
      const code = readFileSync(join(file.parentPath, file.name), "utf8")
      // Without comments: examples throw errors of a store's.
      return [file.name, code.replace(/^ *(\*|\/\/).*$/gm, "")] as const
    })
)

describe("the codes of our errors", () => {
  it("are all in docs/errors.md, and no others", () => {
    const shown = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code)
    expect(shown).toEqual([...ERROR_CODES])
  })

  it.each(ERROR_CODES)("are used: %s", (code) => {
    expect(files.some(([, text]) => text.includes(`"${code}"`))).toBe(true)
  })

  it("are those of every MedusaError that is thrown", () => {
    const without = files.flatMap(([name, text]) =>
      text
        .split("new MedusaError(")
        .slice(1)
        .map((rest) => argumentsOf(rest))
        .filter((all) => !ERROR_CODES.some((code) => all.includes(`"${code}"`)))
        .filter((all) => !/\bcode,?\s*$/.test(all))
        .map((all) => `${name}: ${all.trim()}`)
    )
    expect(without).toEqual([])
  })
})

/** The text up to the bracket that closes what has just been opened. */
function argumentsOf(text: string): string {
  let open = 1
  const end = [...text].findIndex((sign) => {
    open += sign === "(" ? 1 : sign === ")" ? -1 : 0
    return open === 0
  })
  return text.slice(0, end)
}
