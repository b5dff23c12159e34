// Makes the storefront's package, ready to be packed, in .medusa/storefront: ES
// modules, CommonJS, and types of both. Part of `npm run build`.
import { execFileSync } from "node:child_process"
import { copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { STOREFRONT } from "./packages.mjs"

const SOURCE = "src/storefront"

const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc")
const commonJs = ["--module", "CommonJS", "--moduleResolution", "Node10"]

rmSync(STOREFRONT, { recursive: true, force: true })
compile("esm", { type: "module", sideEffects: false })
compile("cjs", { type: "commonjs", sideEffects: false }, commonJs)
const { version } = read("package.json")
const { name, ...manifest } = read(`${SOURCE}/package.json`)
write(`${STOREFRONT}/package.json`, { name, version, ...manifest })
copyFileSync(`${SOURCE}/README.md`, `${STOREFRONT}/README.md`)
copyFileSync("LICENSE", `${STOREFRONT}/LICENSE`)

/** Compiles into a folder whose package.json says which modules it holds. */
function compile(kind, says, options = []) {
  const folder = `${STOREFRONT}/${kind}`
  mkdirSync(folder, { recursive: true })
  const args = ["-p", SOURCE, "--outDir", folder, ...options]
  execFileSync(process.execPath, [tsc, ...args], { stdio: "inherit" })
  write(`${folder}/package.json`, says)
}

function read(file) {
  return JSON.parse(readFileSync(file, "utf8"))
}

function write(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
