/** How many unchanged lines stand around a change. */
const CONTEXT = 3

type Line = { mark: " " | "-" | "+"; text: string }

/**
 * What changes in a file, as a patch that `git apply` takes. `before` is null for a
 * file that is new; empty text when nothing changes.
 */
export function patchOf(
  path: string,
  before: string | null,
  after: string,
  context = CONTEXT
): string {
  if (before === after) {
    return ""
  }
  const lines = linesOf(before ?? "", after)
  const header =
    before === null
      ? ["new file mode 100644", "--- /dev/null"]
      : [`--- a/${path}`]
  return [
    `diff --git a/${path} b/${path}`,
    ...header,
    `+++ b/${path}`,
    ...hunks(lines, context),
    "",
  ].join("\n")
}

/** Both texts as one list of lines, by their longest common part. */
function linesOf(before: string, after: string): Line[] {
  const [a, b] = [split(before), split(after)]
  // common[i][j]: how many lines the rests from i and from j share.
  const common = Array.from({ length: a.length + 1 }, () =>
    new Array<number>(b.length + 1).fill(0)
  )
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i]![j] =
        a[i] === b[j]
          ? common[i + 1]![j + 1]! + 1
          : Math.max(common[i + 1]![j]!, common[i]![j + 1]!)
    }
  }
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && a[i] === b[j]) {
      lines.push({ mark: " ", text: a[i]! })
      i++
      j++
    } else if (
      j >= b.length ||
      (i < a.length && common[i + 1]![j]! >= common[i]![j + 1]!)
    ) {
      lines.push({ mark: "-", text: a[i++]! })
    } else {
      lines.push({ mark: "+", text: b[j++]! })
    }
  }
  return lines
}

/** The lines of a text; the last one keeps in mind that no line end follows it. */
function split(text: string): string[] {
  const lines = text.split("\n")
  const last = lines.pop()
  return last ? [...lines, `${last}\n\\ No newline at end of file`] : lines
}

function hunks(lines: Line[], context: number): string[] {
  const near = lines.map((_, at) =>
    lines
      .slice(Math.max(0, at - context), at + context + 1)
      .some(({ mark }) => mark !== " ")
  )
  const made: string[] = []
  const at = { "-": 1, "+": 1 }
  for (let start = 0; start < lines.length; start++) {
    let end = start
    while (near[end]) {
      end++
    }
    const part = lines.slice(start, end)
    if (part.length > 0) {
      const old = part.filter(({ mark }) => mark !== "+").length
      const now = part.filter(({ mark }) => mark !== "-").length
      // A side without lines is named by the line before it.
      const place = (first: number, count: number) =>
        `${count === 0 ? first - 1 : first},${count}`
      made.push(
        `@@ -${place(at["-"], old)} +${place(at["+"], now)} @@`,
        ...part.map(({ mark, text }) => mark + text)
      )
      at["-"] += old
      at["+"] += now
      start = end
    }
    if (start < lines.length) {
      at["-"]++
      at["+"]++
    }
  }
  return made
}
