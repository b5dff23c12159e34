import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { init } from ".."
import { CONFIG_LINES } from "../lines"

/** As Medusa's starter has it, and with the lines pasted by a person. */
const starter = `\
import { defineConfig } from "@medusajs/framework/utils"

module.exports = defineConfig({
  projectConfig: { databaseUrl: process.env.DATABASE_URL },
})
`
const pasted = starter.replace("})\n", () => `${CONFIG_LINES}\n})\n`)

describe("init", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "instalments-init-"))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true })
    jest.restoreAllMocks()
  })

  const write = (name: string, text: string) =>
    writeFileSync(join(folder, name), text)
  const files = () =>
    Object.fromEntries(
      readdirSync(folder).map((name) => [
        name,
        readFileSync(join(folder, name), "utf8"),
      ])
    )
  async function run(...args: string[]) {
    const said = [
      jest.spyOn(console, "log").mockImplementation(),
      jest.spyOn(console, "error").mockImplementation(),
    ]
    const code = await init([...args, "--directory", folder])
    const text = said.flatMap(({ mock }) => mock.calls.flat()).join("\n")
    jest.restoreAllMocks()
    return { code, text }
  }

  it("writes environment and template, shows them before, and prints the lines for the config", async () => {
    write("medusa-config.ts", starter)
    write(".env", "JWT_SECRET=very-secret")
    write(".env.template", "JWT_SECRET=\n")
    const { code, text } = await run("--yes", "--sandbox")
    expect(code).toBe(0)
    expect(text).toContain("+INSTALMENTS_BASE_URL=http://localhost:4010")
    expect(text).toContain("Written: .env, .env.template.")
    expect(text).toContain(CONFIG_LINES)
    const made = files()
    expect(made["medusa-config.ts"]).toBe(starter)
    expect(made[".env"]).toContain(
      "INSTALMENTS_CLIENT_SECRET=sandbox-client-secret"
    )
    expect(made[".env.template"]).toContain("INSTALMENTS_CLIENT_SECRET=\n")
  })

  it("shows no secret that stands in the environment", async () => {
    write("medusa-config.ts", starter)
    write(".env", "JWT_SECRET=very-secret")
    expect((await run("--yes")).text).not.toContain("very-secret")
  })

  it("changes no byte when it is run again", async () => {
    write("medusa-config.ts", starter)
    await run("--yes", "--sandbox")
    const once = files()
    const { code, text } = await run("--yes", "--sandbox")
    expect(files()).toEqual(once)
    expect(text).toContain("Nothing to write")
    expect(code).toBe(0)
  })

  describe("with --zar, by a Medusa that notes what it is asked", () => {
    const MEDUSA = "node_modules/@medusajs/cli"
    beforeEach(() => {
      write("medusa-config.ts", pasted)
      mkdirSync(join(folder, MEDUSA), { recursive: true })
      write(
        `${MEDUSA}/cli.js`,
        `const [, , ...asked] = process.argv
         const { appendFileSync, existsSync } = require("node:fs")
         appendFileSync("asked", asked.join(" ") + "\\n")
         process.exit(existsSync("fails-" + asked[0].slice(0, 2)) ? 3 : 0)`
      )
    })
    const asked = () => readFileSync(join(folder, "asked"), "utf8")

    it("migrates without a question and without deleting a table, and makes the region", async () => {
      const { code, text } = await run("--yes", "--sandbox", "--zar")
      expect(code).toBe(0)
      expect(asked()).toMatch(
        /^db:migrate --execute-safe-links\nexec \S+region\.js\n$/
      )
      expect(text).toContain("Next: give products a price in ZAR")
    })

    it("makes no region in a database that was not migrated", async () => {
      write("fails-db", "")
      const { code, text } = await run("--yes", "--sandbox", "--zar")
      expect(code).toBe(3)
      expect(asked()).toBe("db:migrate --execute-safe-links\n")
      expect(text).toContain("running\ninit --zar again")
    })

    it("says that the region is not whole when making it failed", async () => {
      write("fails-ex", "")
      const { code, text } = await run("--yes", "--sandbox", "--zar")
      expect(code).toBe(3)
      expect(text).not.toContain("Next: give products")
    })
  })

  it("prints no lines for a config that has them", async () => {
    write("medusa-config.ts", pasted)
    expect((await run("--yes")).text).not.toContain("Paste")
  })

  it("leaves the database alone where the config has no lines", async () => {
    write("medusa-config.ts", starter)
    const { code, text } = await run("--yes", "--sandbox", "--zar")
    expect(code).toBe(1)
    expect(text).toContain(CONFIG_LINES)
  })

  it("prints the lines that the README has", () => {
    const readme = readFileSync(
      join(__dirname, "../../../../README.md"),
      "utf8"
    )
    expect(readme).toContain(CONFIG_LINES)
  })

  it("writes nothing where nobody can be asked", async () => {
    write("medusa-config.ts", starter)
    const { code, text } = await run()
    expect(code).toBe(1)
    expect(text).toContain("Add --yes.")
    expect(files()).toEqual({ "medusa-config.ts": starter })
  })

  it("finds the backend of Medusa's monorepo starter", async () => {
    mkdirSync(join(folder, "apps/backend"), { recursive: true })
    write("apps/backend/medusa-config.ts", starter)
    const { code, text } = await run("--yes")
    expect(code).toBe(0)
    const backend = join(folder, "apps/backend")
    // Beside it the repository has a .env of its own, which the store never reads.
    expect(text).toContain(`In ${backend}.`)
    expect(readdirSync(backend).sort()).toEqual([".env", "medusa-config.ts"])
  })

  it("says in which folder it looked for a medusa-config", async () => {
    const { code, text } = await run("--yes")
    expect(code).toBe(1)
    expect(text).toContain(`There is no medusa-config in ${folder}.`)
  })
})
