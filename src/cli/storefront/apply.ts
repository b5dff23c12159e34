import type { Change as Write } from "../patch"
import { EDITS, type Change, type FileEdit } from "./edits"
import { NEW_FILES } from "./new-files"

/** The changes of a file that have to be made by hand, and why. */
export type ByHand = { edit: FileEdit; reason: string }

/** A storefront as it is: a file's text, or null where there is none. */
export type ReadFile = (path: string) => string | null

/** Files that a starter has, whatever a shop has made of the others. */
const MARKS = [
  "src/app/layout.tsx",
  "src/lib/constants.tsx",
  "src/modules/checkout/components/payment-button/index.tsx",
]

/** Whether a folder is one of Medusa's Next.js starters, by the files it has. */
export function isStarter(read: ReadFile): boolean {
  return MARKS.every((path) => read(path) !== null)
}

/**
 * What makes a starter sell in instalments. A file that is as it shall be is left
 * out, so that doing it twice is doing it once; one that the shop has changed where
 * the edit goes is left alone as a whole, and so is one with a part of the edit.
 */
export function planEdits(read: ReadFile): {
  writes: Write[]
  byHand: ByHand[]
} {
  const added = NEW_FILES.flatMap(({ path, text }) =>
    // What the shop has made of it since is the shop's.
    read(path) === null ? { path, before: null, after: text } : []
  )
  const writes: Write[] = []
  const byHand: ByHand[] = []
  for (const edit of EDITS) {
    const before = read(edit.path)
    if (before === null) {
      byHand.push({ edit, reason: "it is not there" })
      continue
    }
    const changes = edit.changes.filter((change) => !isMade(before, change))
    if (changes.length === 0) {
      continue
    }
    const missing = { ...edit, changes }
    const after = edited(before, changes)
    if (OURS.test(before)) {
      byHand.push({ edit: missing, reason: "it has a part of it, or its own" })
    } else if (after === null) {
      byHand.push({ edit: missing, reason: "it is not as in the starter" })
    } else {
      writes.push({ path: edit.path, before, after })
    }
  }
  return { writes: [...added, ...writes], byHand }
}

/** A file with any of these was edited before, by this command or by hand. */
const OURS =
  /medusa-payment-instalments-storefront|@lib\/instalments|pp_instalments_instalments/

/** Whether a change is made, also where a formatter has moved its lines since. */
function isMade(text: string, { to }: Change): boolean {
  const lines = linesOf(text)
  return (
    text.replaceAll("\r\n", "\n").includes(to) ||
    linesOf(to).every((line) => lines.includes(line))
  )
}

function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim())
}

/** The text with its changes; null where one has no place. */
function edited(text: string, changes: Change[]): string | null {
  const newline = text.includes("\r\n") ? "\r\n" : "\n"
  let made = text.replaceAll("\r\n", "\n")
  for (const { find, to } of changes) {
    if (made.split(find).length !== 2) {
      return null
    }
    made = made.replace(find, () => to)
  }
  return made.replaceAll("\n", newline)
}
