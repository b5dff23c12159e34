// Makes a release, or says everything that forbids it:
//   npm run release -- 0.2.0             gate, version, changelog, commit, tag
//   npm run release -- 0.2.0 --checked   the gate has passed for this commit
//   npm run release -- 0.2.0 --publish   and publishes it to the registry
// The plugin and the storefront's package have one version, and are published both.
// Nothing is pushed: the last lines say what is left to do.
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { STOREFRONT } from "./packages.mjs"
import { dated, refusals } from "./release/refusals.mjs"

const CHANGED = [
  "package.json",
  "package-lock.json",
  "CHANGELOG.md",
  // It names the packed files.
  "README.md",
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { checked: { type: "boolean" }, publish: { type: "boolean" } },
})
const [version] = positionals
const changelog = readFileSync("CHANGELOG.md", "utf8")
const readme = readFileSync("README.md", "utf8")
const { version: current } = JSON.parse(readFileSync("package.json", "utf8"))
const forbidden = refusals({
  version,
  current,
  changelog,
  tags: git("tag").split("\n"),
  branch: git("branch", "--show-current"),
  status: git("status", "--porcelain"),
})
if (forbidden.length > 0) {
  console.error(forbidden.map((words) => `  ✗ ${words}`).join("\n"))
  process.exit(1)
}

if (!values.checked) {
  run("bash", ".ci/run")
}
try {
  if (version !== current) {
    run("npm", "version", version, "--no-git-tag-version")
  }
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync("CHANGELOG.md", dated(changelog, version, day))
  const packed = `-${current}.tgz`
  writeFileSync("README.md", readme.replaceAll(packed, `-${version}.tgz`))
  run("npm", "run", "build")
  run("npm", "run", "check:package")
} catch (error) {
  git("checkout", "--", ...CHANGED)
  console.error(`  ✗ Nothing was released: ${error.message}`)
  process.exit(1)
}
run("git", "commit", "--quiet", "--message", `Release ${version}`, ...CHANGED)
run(
  "git",
  "tag",
  "--annotate",
  `v${version}`,
  "--message",
  `Release ${version}`
)
const publish = [
  ["npm", "publish"],
  ["npm", "publish", `./${STOREFRONT}`],
]
if (values.publish) {
  publish.forEach((words) => run(...words))
}
console.log(
  [
    `Version ${version} is committed and tagged.`,
    "Push it: git push --follow-tags",
    ...(values.publish
      ? []
      : [
          `Publish it, when it is pushed: ${publish.map((words) => words.join(" ")).join(" && ")}`,
        ]),
  ].join("\n")
)

function git(...args) {
  return execFileSync("git", args, { encoding: "utf8" }).trim()
}

function run(program, ...args) {
  execFileSync(program, args, { stdio: "inherit" })
}
