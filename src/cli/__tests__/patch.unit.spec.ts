import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { patchOf } from "../patch"

describe("a patch", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "instalments-patch-"))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const file = (name: string) => join(folder, name)
  const apply = (patch: string, ...args: string[]) =>
    execFileSync("git", ["apply", ...args], { cwd: folder, input: patch })

  it("is empty where nothing changes", () => {
    expect(patchOf([{ path: "a.ts", before: "a\n", after: "a\n" }])).toBe("")
  })

  it.each([
    ["lines", "1\n2\n3\n", "1\ntwo\n3\n4\n"],
    ["line ends of Windows", "1\r\n2\r\n", "1\r\ntwo\r\n"],
    ["no end of the last line", "1\n2", "1\n2\n3"],
  ])("is applied by git and taken back, with %s", (_, before, after) => {
    const path = "a.ts"
    const made = "made.ts"
    writeFileSync(file(path), before)
    const patch = patchOf([
      { path, before, after },
      { path: made, before: null, after },
    ])
    apply(patch)
    expect(readFileSync(file(path), "utf8")).toBe(after)
    expect(readFileSync(file(made), "utf8")).toBe(after)
    apply(patch, "-R")
    expect(readFileSync(file(path), "utf8")).toBe(before)
  })
})
