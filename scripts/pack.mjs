// Packs the plugin and the storefront's package, as they are built, into a folder:
//   npm run build && npm run pack [-- FOLDER]
// Prints the two tarballs.
import { mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { pack, PACKAGES } from "./packages.mjs"

const folder = resolve(process.argv[2] ?? ".")
mkdirSync(folder, { recursive: true })
for (const which of Object.keys(PACKAGES)) {
  console.log(join(folder, pack(which, folder).filename))
}
