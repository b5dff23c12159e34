import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { addresses, root } from "../settings.mjs"

/** What a database has to be prepared again for, once it changes. */
const SOURCES = [
  "node_modules/@medusajs/medusa/package.json",
  "medusa-config.ts",
  "src/modules",
  "src/links",
  "demo/seed",
]

/**
 * One short text for the state of migrations, links and seed. Of the modules
 * only migrations and what defines links count.
 */
export function fingerprint() {
  const hash = createHash("sha256")
  for (const source of SOURCES) {
    for (const file of filesIn(join(root, source)).filter(counts)) {
      hash.update(file).update(readFileSync(file))
    }
  }
  // The seed writes it into the pictures' addresses.
  return hash.update(addresses.storefront).digest("hex")
}

function counts(file) {
  return !file.includes("/src/modules/") || /\/migrations\/.*\.ts$/.test(file)
}

function filesIn(path) {
  if (!existsSync(path)) {
    return []
  }
  if (!statSync(path).isDirectory()) {
    return [path]
  }
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}
