import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { migrationStatements } from "./database/tables"

const PROGRAM = join(__dirname, "database/promote-standby.mjs")

it("knows the server again after a restart and for any role, and takes it for another one once a standby has taken over", async () => {
  const statements = await migrationStatements()
  const makeFunction = statements.find((one) => one.includes("function"))
  const { stdout } = await promisify(execFile)("node", [
    PROGRAM,
    String(makeFunction),
  ])
  const said = JSON.parse(stdout.trim().split("\n").at(-1)!)
  const { first, promoted } = said
  expect(first).toMatch(/^\d+\/[0-9A-F]{8}$/)
  expect(said).toMatchObject({
    ...{ restarted: first, anybody: first, standby: null },
  })
  expect(promoted).toMatch(/^\d+\/[0-9A-F]{8}$/)
  expect(promoted).not.toBe(first)
})
