// Checks what `npm pack` would publish of the plugin and of the storefront's package,
// as `npm run build` made them: exports and types by publint and attw, and the sizes.
//   npm run check:package
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pack, PACKAGES } from "./packages.mjs"

/** Above this a package has taken something along that nobody wanted. */
const MOST_BYTES = { plugin: 520_000, storefront: 60_000 }
const FORBIDDEN = /__tests__|\.spec\.|(^|\/)demo\/|\.env/
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
  ],
  storefront: [],
}

const folder = mkdtempSync(join(tmpdir(), "instalments-pack-"))
try {
  for (const which of Object.keys(PACKAGES)) {
    const { filename, size, files } = pack(which, folder)
    console.log(`  ${filename}: ${size} bytes packed, ${files.length} files`)
    expect(size <= MOST_BYTES[which], `is above ${MOST_BYTES[which]} bytes`)
    for (const { path } of files) {
      expect(!FORBIDDEN.test(path), `${path} is packed and must not be`)
    }
    const tarball = join(folder, filename)
    run("publint", "run", tarball, "--strict")
    // Without "node10": it knows no `exports`, and Medusa needs Node 20.
    run("attw", tarball, "--profile", "node16", ...ATTW[which])
  }
  for (const kind of ["esm", "cjs"]) {
    const file = join(PACKAGES.storefront, kind, "react/index.js")
    const isMarked = /^("use strict";\s*)?"use client";/
    const text = readFileSync(file, "utf8")
    expect(isMarked.test(text), `${file} does not begin with "use client"`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function run(program, ...args) {
  console.log(`\n  ${program}`)
  const words = ["--no-install", program, ...args]
  const { status } = spawnSync("npx", words, { stdio: "inherit" })
  expect(status === 0, `${program} failed`)
}

function expect(isRight, words) {
  if (!isRight) {
    console.error(`  ✗ ${words}`)
    process.exitCode = 1
  }
}
