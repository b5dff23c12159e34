// Searches everything that the suites printed for the secrets they ran with
// and for a signature, which is 88 characters of Base64.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const folder = process.argv[2]
const FORBIDDEN = [
  // "another": what they are exchanged for.
  /(sandbox|another)-client-secret/,
  /(sandbox|another)-signing-secret/,
  /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{86}==/,
]
let found = 0
for (const file of readdirSync(folder)) {
  const lines = readFileSync(join(folder, file), "utf8").split("\n")
  lines.forEach((line, index) => {
    for (const secret of FORBIDDEN.filter((one) => one.test(line))) {
      found++
      console.error(`${file}:${index + 1} holds what ${secret} matches`)
    }
  })
}
console.log(`${found} secrets in what the suites printed.`)
process.exit(found > 0 ? 1 : 0)
