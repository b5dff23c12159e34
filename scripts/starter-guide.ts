// Writes the guide for Medusa's Next.js starters out of what the command
// `storefront` does to them:
//   npm run docs:starters            writes it between the marks
//   npm run docs:starters -- --check says whether it is current
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { format } from "prettier"
import { patchOf } from "../src/cli/patch"
import { EDITS } from "../src/cli/storefront/edits"
import { NEW_FILES } from "../src/cli/storefront/new-files"

const ROOT = join(__dirname, "..")
const FILE = join(ROOT, "docs/storefront-nextjs.md")
const BLOCK = /(<!-- starters -->)[\s\S]*?(<!-- \/starters -->)/
function newFiles(): string[] {
  return NEW_FILES.map(({ path, why, text }) =>
    section(why, path, path.split(".").at(-1)!, text)
  )
}

/** Each change with what it looks for, as a hunk of its own. */
function edits(): string[] {
  return EDITS.map(({ path, why, changes }) => {
    const hunks = changes.flatMap(({ find, to }) =>
      patchOf([{ path, before: find, after: to }])
        .split("\n")
        .slice(4, -1)
        .map((line) => (line.startsWith("@@") ? "@@" : line))
    )
    return section(why, path, "diff", `${hunks.join("\n")}\n`)
  })
}

function section(why: string, path: string, language: string, text: string) {
  return `${why}\n\n**\`${path}\`**\n\n\`\`\`${language}\n${text}\`\`\``
}

async function run() {
  const made = [
    "### New files",
    ...newFiles(),
    "### Edits",
    "The same in both starters.",
    ...edits(),
  ].join("\n\n")
  const guide = readFileSync(FILE, "utf8")
  if (!BLOCK.test(guide)) {
    throw new Error(`${FILE} has no marks <!-- starters -->.`)
  }
  const written = await format(
    guide.replace(BLOCK, (_, open, close) => `${open}\n\n${made}\n\n${close}`),
    { parser: "markdown", semi: false, trailingComma: "es5" }
  )
  if (written === guide) {
    console.log("The guide for Medusa's starters is current.")
  } else if (process.argv.includes("--check")) {
    console.error("The guide for the starters is old: npm run docs:starters")
    process.exitCode = 1
  } else {
    writeFileSync(FILE, written)
    console.log("The guide for Medusa's starters is written anew.")
  }
}

void run()
