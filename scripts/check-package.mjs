// Checks what `npm pack` would publish: only allowed files and all needed ones,
// within a size, with exports and types that resolve. Run `npm run build` first.
//   npm run check:package
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ALLOWED, FORBIDDEN, MOST_BYTES, NEEDED } from "./allowed-files.mjs"

// The admin's entry is loaded by Medusa's bundler only and has no types.
const UNTYPED = ["./admin", "./package.json"]
// What the wildcards in `exports` are there for; attw does not expand them.
const BEHIND_WILDCARDS = ["./modules/instalments", "./providers/instalments"]
const IGNORED_RULES = [
  // Medusa's loader reads the default export of a module's CommonJS.
  "cjs-only-exports-default",
  // The storefront's entry is an ES module: browsers know nothing else.
  "cjs-resolves-to-esm",
]

const folder = mkdtempSync(join(tmpdir(), "instalments-pack-"))
try {
  const packed = pack()
  const problems = [...wrongFiles(packed), ...wrongSizes(packed)]
  const tarball = join(folder, packed.filename)
  for (const problem of problems) {
    console.error(`  ✗ ${problem}`)
  }
  const clean = [
    run("publint", "run", tarball, "--strict"),
    run(
      "attw",
      tarball,
      // Without "node10": it knows no `exports`, and Medusa needs Node 20.
      ...["--profile", "node16", "--format", "ascii"],
      ...["--exclude-entrypoints", ...UNTYPED],
      ...["--include-entrypoints", ...BEHIND_WILDCARDS],
      ...["--ignore-rules", ...IGNORED_RULES]
    ),
  ]
  process.exitCode = problems.length > 0 || clean.includes(false) ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function pack() {
  const answer = execFileSync(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", folder],
    { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }
  )
  const [packed] = JSON.parse(answer)
  const kB = (bytes) => `${Math.round(bytes / 1000)} kB`
  console.log(
    `  ${packed.filename}: ${kB(packed.size)} packed, ` +
      `${kB(packed.unpackedSize)} unpacked, ${packed.entryCount} files`
  )
  return packed
}

function wrongFiles({ files }) {
  const paths = files.map(({ path }) => path)
  const unexpected = paths.filter(
    (path) =>
      !ALLOWED.some((rule) => rule.test(path)) ||
      FORBIDDEN.some((rule) => rule.test(path))
  )
  return [
    ...unexpected.map((path) => `${path} is packed and must not be`),
    ...NEEDED.filter((path) => !paths.includes(path)).map(
      (path) => `${path} is missing: npm run build, or mend "files"`
    ),
  ]
}

function wrongSizes({ size, unpackedSize }) {
  const sizes = { packed: size, unpacked: unpackedSize }
  return Object.entries(sizes)
    .filter(([name, bytes]) => bytes > MOST_BYTES[name])
    .map(([name, bytes]) => `${bytes} bytes ${name}, above ${MOST_BYTES[name]}`)
}

function run(program, ...args) {
  console.log(`\n  ${program}`)
  const { status } = spawnSync("npx", ["--no-install", program, ...args], {
    stdio: "inherit",
  })
  return status === 0
}
