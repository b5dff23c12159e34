// What a shop's page loads of the storefront entry, bundled and minified as a
// shop would: prints the sizes, and fails when the element is over its limit.
import { build } from "esbuild"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"

/** With its texts in two languages. */
const ELEMENT_LIMIT = 5120

const element = await size("the element", "{ defineInstalmentMessage }")
await size("the client", "{ createInstalments }")
await size("everything without React", "*")
await size("the React components, with all that they use", "*", "./react/index")

if (element > ELEMENT_LIMIT) {
  console.error(
    `<instalment-message> is over its ${ELEMENT_LIMIT} bytes: take something out of src/storefront before adding more.`
  )
  process.exitCode = 1
}

/** The bytes, gzipped, that a shop loads which imports these names. */
async function size(name, names, entry = "./index") {
  const { outputFiles } = await build({
    stdin: {
      contents: `export ${names} from "${entry}"`,
      resolveDir: fileURLToPath(new URL("../src/storefront", import.meta.url)),
    },
    bundle: true,
    // A shop with React has it anyway.
    external: ["react"],
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
  })
  const [{ contents }] = outputFiles
  const zipped = gzipSync(contents, { level: 9 }).length
  console.log(`${name}: ${zipped} bytes gzipped, ${contents.length} minified`)
  return zipped
}
