import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(__dirname, "../..")
const page = readFileSync(join(root, "docs/proofs.md"), "utf8")
const paths = [...page.matchAll(/`((?:src|integration-tests)\/[^`]*)`/g)].map(
  ([, path]) => path!
)

describe("docs/proofs.md", () => {
  it.each(paths)("names a test that there is: %s", (path) => {
    expect(existsSync(join(root, path))).toBe(true)
  })

  it("says of each of the twelve laws what tries to break it", () => {
    const laws = page.split(/^## (?=\d+\. )/m).slice(1)
    expect(laws.map((law) => parseInt(law))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ])
    laws.forEach((law) => expect(law).toMatch(/^- \S/m))
  })
})
