// Packs the plugin and the storefront's package into a folder, and prints the two
// tarballs. npm builds them first: `prepack` runs before `pack`.
//   npm run pack [-- FOLDER]
import { mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { pack, PACKAGES } from "./packages.mjs"

const folder = resolve(process.argv[2] ?? ".")
mkdirSync(folder, { recursive: true })
for (const which of Object.keys(PACKAGES)) {
  console.log(join(folder, pack(which, folder).filename))
}
