import { EDITS, type Change } from "./edits"
import { NEW_FILES } from "./new-files"

/** What is to be written, and the edits for which a file has no place. */
export type Plan = {
  writes: { path: string; text: string; isNew: boolean }[]
  byHand: { path: string; changes: Change[] }[]
}

/** A file that names any of these was edited before; what it is now is the shop's. */
const OURS =
  /medusa-payment-instalments-storefront|@lib\/instalments|pp_instalments_instalments/

/**
 * What makes a starter sell in instalments; `read` gives a file's text, or null where
 * there is none. What was done before is left out, so that twice is once.
 */
export function planEdits(read: (path: string) => string | null): Plan {
  const plan: Plan = { writes: [], byHand: [] }
  for (const [path, text] of Object.entries(NEW_FILES)) {
    if (read(path) === null) {
      plan.writes.push({ path, text, isNew: true })
    }
  }
  for (const [path, changes] of Object.entries(EDITS)) {
    const before = read(path) ?? ""
    if (OURS.test(before)) {
      continue
    }
    const text = edited(before, changes)
    if (text === null) {
      plan.byHand.push({ path, changes })
    } else {
      plan.writes.push({ path, text, isNew: false })
    }
  }
  return plan
}

/** The text with its changes, in its own line ends; null where one has no place. */
function edited(before: string, changes: Change[]): string | null {
  let text = before.replaceAll("\r\n", "\n")
  for (const { find, to } of changes) {
    if (text.split(find).length !== 2) {
      return null
    }
    text = text.replace(find, () => to)
  }
  return before.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text
}
