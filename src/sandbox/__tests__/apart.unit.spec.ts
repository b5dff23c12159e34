import { readdirSync, readFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"

const SOURCE = resolve(__dirname, "../..")
/** `from "x"`, `import "x"`, `import("x")` and `require("x")`. */
const NAMED = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["']([^"']+)["']/g

/** Every import of the sources, without tests: which file names what. */
function imports(): { file: string; names: string }[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  return files
    .filter((file) => /\.[jt]sx?$/.test(file) && !file.includes("__tests__"))
    .flatMap((file) =>
      [...readFileSync(join(SOURCE, file), "utf8").matchAll(NAMED)].map(
        ([, name = ""]) => ({
          file,
          names: name.startsWith(".")
            ? relative(SOURCE, resolve(SOURCE, file, "..", name))
            : name,
        })
      )
    )
}

const all = imports()
const isSandbox = (path: string) => /^sandbox(\/|$)/.test(path)

it("sees the imports of the whole plugin", () => {
  const folders = new Set(all.map(({ file }) => file.split("/")[0]))
  expect([...folders]).toEqual(
    expect.arrayContaining(["modules", "providers", "api", "jobs", "sandbox"])
  )
})

it("keeps the server library out of what a store loads", () => {
  const users = all.filter(({ names }) => /^(@hono\/|hono(\/|$))/.test(names))
  expect(users.length).toBeGreaterThan(0)
  expect(users.filter(({ file }) => !isSandbox(file))).toEqual([])
})

it("is loaded by the command line alone, and only for its command", () => {
  const users = all.filter(
    ({ file, names }) => isSandbox(names) && !isSandbox(file)
  )
  expect(users).toEqual([{ file: "cli/index.ts", names: "sandbox/cli.js" }])
  const cli = readFileSync(join(SOURCE, "cli/index.ts"), "utf8")
  expect(cli).toContain('await import("../sandbox/cli.js")')
})

it("shares no code with the plugin", () => {
  const foreign = all.filter(
    ({ file, names }) =>
      isSandbox(file) &&
      !isSandbox(names) &&
      !/^(node:|hono$|hono\/|@hono\/node-server(\/|$)|@medusajs\/framework\/zod$)/.test(
        names
      )
  )
  expect(foreign).toEqual([])
})
