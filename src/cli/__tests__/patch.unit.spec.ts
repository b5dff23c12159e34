import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { patchOf } from "../patch"

describe("a patch", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "instalments-patch-"))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it("is empty when nothing changes", () => {
    expect(patchOf("a.ts", "one\n", "one\n")).toBe("")
  })

  it("shows a change between the lines around it", () => {
    const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
    expect(patchOf("a.ts", before, before.replace("5", "five"), 1)).toBe(`\
diff --git a/a.ts b/a.ts
--- a/a.ts
+++ b/a.ts
@@ -4,3 +4,3 @@
 4
-5
+five
 6
`)
  })

  it("is taken by git, forwards and back, whatever changes", () => {
    const text = fc
      .tuple(
        fc.array(fc.constantFrom("a", "b", "c", "{", "}", ""), {
          maxLength: 25,
        }),
        fc.boolean()
      )
      .map(([lines, ends]) => lines.join("\n") + (ends ? "\n" : ""))
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== "" && after !== "" && before !== after)
        const file = join(folder, "a.ts")
        writeFileSync(file, before)
        const apply = (...args: string[]) =>
          execFileSync("git", ["apply", "--whitespace=nowarn", ...args, "-"], {
            cwd: folder,
            input: patchOf("a.ts", before, after),
          })
        apply()
        expect(readFileSync(file, "utf8")).toBe(after)
        apply("--reverse")
        expect(readFileSync(file, "utf8")).toBe(before)
      }),
      { numRuns: 60 }
    )
  })

  it("makes a file that is new", () => {
    execFileSync("git", ["apply", "-"], {
      cwd: folder,
      input: patchOf("new/b.ts", null, "one\ntwo\n"),
    })
    expect(readFileSync(join(folder, "new/b.ts"), "utf8")).toBe("one\ntwo\n")
  })
})
