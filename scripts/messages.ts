// Says which of the plugin's messages docs/troubleshooting.md does not have, and
// which it has that nobody raises any more. A message is any sentence in the
// server's or the storefront's code, so a new one cannot be forgotten:
//   npm run docs:messages
import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { readMessages } from "./read-messages"

const ROOT = join(__dirname, "..")
const GUIDE = "docs/troubleshooting.md"
const PLACES = [
  ...["api", "jobs", "modules", "providers", "workflows", "storefront"],
  ...["sandbox/cli.ts", "sandbox/read-arguments.ts"],
]
/** Sentences that are no messages of trouble, or that are told elsewhere. */
const ELSEWHERE = [
  // Conditions of the database.
  /modules\/instalments\/models\//,
  // docs/admin.md explains the console; each finding says what to do by itself.
  /modules\/instalments\/attention\//,
  /modules\/instalments\/health\/(?!locking)/,
  // Each point of a comparison says what to do by itself.
  /modules\/instalments\/contract\/(?!keeper)/,
  /api\/admin\/instalments\/(status|overview)\//,
  /api\/admin\/instalments\/answers\/(actions|attention|timeline|words)\.ts$/,
  /workflows\/notify\//,
  // The report of a purchase, and the words that it is made of.
  /modules\/instalments\/(reports\/purchase|domain\/observe)\.ts$/,
  // docs/operations.md lists the metrics.
  /modules\/instalments\/telemetry\//,
  // What a shopper reads, in each language.
  /storefront\/languages\//,
  /api\/instalments\/pay\/words\.ts$/,
]
const NO_MESSAGES = [
  "Other charges", // a line item's name
  "Returned by hand", // a reason in the ledger
  "It has no order", // the same
  "The service's support has refunded it", // the same
  "Payment in instalments", // a frame's title
]

function files(folder: string): string[] {
  if (folder.endsWith(".ts")) {
    return [folder]
  }
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      return /^(__tests__|migrations)$/.test(entry.name) ? [] : files(path)
    }
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

const raised = new Map<string, string>()
for (const place of PLACES) {
  for (const file of files(join(ROOT, "src", place))) {
    const path = relative(ROOT, file)
    if (!ELSEWHERE.some((rule) => rule.test(path))) {
      readMessages(file)
        .filter((text) => !NO_MESSAGES.includes(text))
        .forEach((text) => raised.set(text, path))
    }
  }
}
const guide = readFileSync(join(ROOT, GUIDE), "utf8")
const explained = guide
  .split("\n")
  .filter((line) => line.startsWith("- `"))
  .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, text]) => text!))

const problems = [
  ...[...raised]
    .filter(([text]) => !explained.includes(text))
    .map(([text, path]) => `${GUIDE} lacks \`${text}\` (${path})`),
  ...explained
    .filter((text) => !raised.has(text))
    .map((text) => `${GUIDE} has \`${text}\`, which nothing says`),
]
problems.forEach((problem) => console.error(`  ✗ ${problem}`))
console.log(`${raised.size} messages, ${problems.length} problems.`)
process.exitCode = problems.length > 0 ? 1 : 0
