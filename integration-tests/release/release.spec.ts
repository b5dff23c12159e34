import { execFileSync, spawnSync } from "node:child_process"
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const SCRIPTS = join(__dirname, "..", "..", "scripts")
const CHANGELOG = "# Changelog\n\n## Unreleased\n\n- Shoppers see more.\n"

describe("a release", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "instalments-release-"))
    cpSync(SCRIPTS, join(folder, "scripts"), { recursive: true })
    write("CHANGELOG.md", CHANGELOG)
    write("README.md", "npm install a-0.1.0.tgz b-0.1.0.tgz\n")
    const scripts = {
      build: "node -e 0",
      "check:package": 'node -e "process.exit(Number(process.env.WRONG ?? 0))"',
      prepublishOnly: "node -e \"require('fs').writeFileSync('published','')\"",
    }
    const manifest = { name: "a", version: "0.1.0", private: true, scripts }
    write("package.json", JSON.stringify(manifest))
    write(
      "package-lock.json",
      JSON.stringify({ lockfileVersion: 3, ...manifest })
    )
    git("init", "--quiet", "--initial-branch", "main")
    git("config", "user.name", "Releaser")
    git("config", "user.email", "releaser@example.com")
    git("add", "--all")
    git("commit", "--quiet", "--message", "All")
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const write = (name: string, text: string) =>
    writeFileSync(join(folder, name), text)
  const read = (name: string) => readFileSync(join(folder, name), "utf8")
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim()
  const release = (version: string, env = {}) =>
    spawnSync("node", ["scripts/release.mjs", version, "--checked"], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, ...env },
    })
  const expectNothingReleased = () => {
    expect(git("tag")).toBe("")
    expect(git("log", "--format=%s")).toBe("All")
    expect(JSON.parse(read("package.json"))).toMatchObject({ version: "0.1.0" })
  }

  it("sets the version, dates the changelog, commits and tags, and publishes nothing", () => {
    const { status, stdout } = release("0.2.0")
    expect(status).toBe(0)
    expect(stdout).toContain("git push --follow-tags")
    expect(git("tag")).toBe("v0.2.0")
    expect(git("log", "-1", "--format=%s")).toBe("Release 0.2.0")
    expect(git("status", "--porcelain")).toBe("")
    for (const file of ["package.json", "package-lock.json"]) {
      expect(JSON.parse(read(file))).toMatchObject({ version: "0.2.0" })
    }
    expect(read("README.md")).toBe("npm install a-0.2.0.tgz b-0.2.0.tgz\n")
    expect(read("CHANGELOG.md")).toMatch(
      /^# Changelog\n\n## Unreleased\n\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- Shoppers see more\.\n/
    )
  })

  it("may be the first one, with the version that package.json has already", () => {
    expect(release("0.1.0").status).toBe(0)
    expect(git("tag")).toBe("v0.1.0")
  })

  const ways: [string, () => void, string, RegExp][] = [
    ["a dirty tree", () => write("new.ts", ""), "0.2.0", /dirty.*\n.*new\.ts/],
    [
      "another branch",
      () => void git("checkout", "--quiet", "-b", "mine"),
      "0.2.0",
      /This is mine/,
    ],
    [
      "a version that was released",
      () => void git("tag", "v0.2.0"),
      "0.2.0",
      /released already/,
    ],
    ["a lower version", () => {}, "0.0.9", /lower than 0\.1\.0/],
    ["what is no version", () => {}, "next", /no version like 1\.2\.3/],
    [
      "a changelog without changes",
      () => {
        write(
          "CHANGELOG.md",
          "# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- Old\n"
        )
        git("commit", "--quiet", "--all", "--message", "No news")
      },
      "0.2.0",
      /nothing under Unreleased/,
    ],
  ]
  it.each(ways)("is refused for %s", (_, spoil, version, words) => {
    spoil()
    const before = git("log", "--format=%H")
    const { status, stderr } = release(version)
    expect(status).toBe(1)
    expect(stderr).toMatch(words)
    expect(git("log", "--format=%H")).toBe(before)
  })

  it("leaves everything as it was when the package is not right", () => {
    const { status, stderr } = release("0.2.0", { WRONG: "1" })
    expect(status).toBe(1)
    expect(stderr).toContain("Nothing was released")
    expect(git("status", "--porcelain")).toBe("")
    expectNothingReleased()
  })
})
