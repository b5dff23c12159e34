// Checks what `npm pack` would publish, of the plugin and of the storefront's
// package: only allowed files and all needed ones, within a size, with exports and
// types that resolve; the storefront's with no dependencies and no peer but an
// optional React. Run `npm run build` first.
//   npm run check:package
import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ALLOWED, FORBIDDEN, MOST_BYTES, NEEDED } from "./allowed-files.mjs"
import { pack, PACKAGES } from "./packages.mjs"

const ATTW = {
  plugin: [
    // The admin's entry is loaded by Medusa's bundler only and has no types.
    ...["--exclude-entrypoints", "./admin", "./package.json"],
    // What the wildcards in `exports` are there for; attw does not expand them.
    "--include-entrypoints",
    ...["./modules/instalments", "./providers/instalments"],
    "--ignore-rules",
    // Medusa's loader reads the default export of a module's CommonJS.
    "cjs-only-exports-default",
    // The old entry for storefronts is an ES module only.
    "cjs-resolves-to-esm",
  ],
  storefront: [],
}

const folder = mkdtempSync(join(tmpdir(), "instalments-pack-"))
try {
  const clean = Object.keys(PACKAGES).map((which) => {
    const packed = pack(which, folder)
    print(packed)
    const problems = [
      ...wrongFiles(packed, which),
      ...wrongSizes(packed, which),
      ...wrongManifest(which),
      ...(which === "storefront" ? wrongForServers(packed) : []),
    ]
    for (const problem of problems) {
      console.error(`  ✗ ${problem}`)
    }
    const tarball = join(folder, packed.filename)
    const passed = [
      run("publint", "run", tarball, "--strict"),
      run(
        "attw",
        tarball,
        // Without "node10": it knows no `exports`, and Medusa needs Node 20.
        ...["--profile", "node16", "--format", "ascii"],
        ...ATTW[which]
      ),
    ]
    return problems.length === 0 && !passed.includes(false)
  })
  process.exitCode = clean.includes(false) ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function print({ filename, size, unpackedSize, entryCount }) {
  const kB = (bytes) => `${Math.round(bytes / 1000)} kB`
  console.log(
    `  ${filename}: ${kB(size)} packed, ` +
      `${kB(unpackedSize)} unpacked, ${entryCount} files`
  )
}

function wrongFiles({ files }, which) {
  const paths = files.map(({ path }) => path)
  const unexpected = paths.filter(
    (path) =>
      !ALLOWED[which].some((rule) => rule.test(path)) ||
      FORBIDDEN.some((rule) => rule.test(path))
  )
  return [
    ...unexpected.map((path) => `${path} is packed and must not be`),
    ...NEEDED[which]
      .filter((path) => !paths.includes(path))
      .map((path) => `${path} is missing: npm run build, or mend "files"`),
  ]
}

function wrongSizes({ size, unpackedSize }, which) {
  const sizes = { packed: size, unpacked: unpackedSize }
  const most = MOST_BYTES[which]
  return Object.entries(sizes)
    .filter(([name, bytes]) => bytes > most[name])
    .map(([name, bytes]) => `${bytes} bytes ${name}, above ${most[name]}`)
}

/** One version; and a storefront gets nothing that it did not ask for. */
function wrongManifest(which) {
  const { version, dependencies, peerDependencies } = manifestOf(which)
  const problems = []
  if (version !== manifestOf("plugin").version) {
    problems.push(`${which} has version ${version}: npm run build`)
  }
  if (which === "storefront") {
    const wanted = Object.keys({ ...dependencies, ...peerDependencies })
    if (wanted.join() !== "react") {
      problems.push(`it wants ${wanted}: nothing but an optional React`)
    }
  }
  return problems
}

/** Next.js must be told that the components are the browser's; and both load. */
function wrongForServers({ name, filename }) {
  const unmarked = ["esm", "cjs"]
    .map((kind) => join(PACKAGES.storefront, kind, "react/index.js"))
    .filter((file) => !/^("use strict";\s*)?"use client";/.test(text(file)))
    .map((file) => `${file} does not begin with "use client"`)
  const installed = join(folder, "node_modules", name)
  mkdirSync(installed, { recursive: true })
  const unpack = ["-xzf", join(folder, filename), "-C", installed]
  execFileSync("tar", [...unpack, "--strip-components=1"])
  const broken = [
    `require("${name}").createInstalments({})`,
    `import("${name}").then(({ createInstalments }) => createInstalments({}))`,
    // Where React is not installed, only that is missing.
    `try { require("${name}/react") } catch ({ message }) { if (!/module 'react/.test(message)) throw message }`,
  ].filter((code) => spawnSync("node", ["-e", code], { cwd: folder }).status)
  return [...unmarked, ...broken.map((code) => `this fails: ${code}`)]
}

function text(file) {
  return readFileSync(file, "utf8")
}

function manifestOf(which) {
  return JSON.parse(text(join(PACKAGES[which], "package.json")))
}

function run(program, ...args) {
  console.log(`\n  ${program}`)
  const { status } = spawnSync("npx", ["--no-install", program, ...args], {
    stdio: "inherit",
  })
  return status === 0
}
