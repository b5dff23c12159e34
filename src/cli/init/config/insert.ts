/** One change of a text: from `start` up to `end` it becomes `text`. */
export type Edit = { start: number; end: number; text: string }

/** A literal `[…]` or `{…}` in a text, and where the entries in it are. */
export type Container = {
  start: number
  end: number
  entries: { start: number; end: number }[]
}

/** A text with one change made to it. */
export function changed(text: string, { start, end, text: made }: Edit) {
  return text.slice(0, start) + made + text.slice(end)
}

/**
 * The edit that puts one more entry at the end of a list or an object, laid out as
 * those before it. Nothing that stands there is written anew, so that its
 * format and its comments stay. `lines` are written with two spaces a step,
 * double quotes, and `\n`.
 */
export function append(text: string, into: Container, lines: string): Edit {
  const style = styleOf(text)
  const entry = inStyle(lines, style)
  const close = into.end - 1
  const inside = text.slice(into.start + 1, close)
  const filled = into.start + 1 + inside.trimEnd().length
  const last = into.entries.at(-1)
  const base = indentAt(text, close)
  const comma = last && !hasComma(text.slice(last.end, filled)) ? "," : ""

  if (isSimple(lines) && last && !inside.includes("\n")) {
    // A short word beside short words: ["a", "b"].
    return { start: filled, end: filled, text: `${comma} ${entry}` }
  }
  if (last && !inside.slice(filled - into.start - 1).includes("\n")) {
    return inside.includes("\n")
      ? // As in [{ … }] with lines inside: the next one follows its bracket.
        edit(filled, filled, `${comma} ${moved(entry, base, style.newline)}`)
      : broken(inside.trim() + (comma || ""))
  }
  if (!inside.includes("\n")) {
    return broken(inside.trim())
  }
  const inner = last ? indentAt(text, last.start) : base + style.step
  const added = `${style.newline}${inner}${moved(entry, inner, style.newline)},`
  return comma && last
    ? edit(last.end, filled, `,${text.slice(last.end, filled)}${added}`)
    : edit(filled, filled, added)

  /** A list on one line becomes one on several. */
  function broken(first: string): Edit {
    const inner = base + style.step
    const start = `${style.newline}${inner}`
    const body = `${start}${moved(entry, inner, style.newline)},`
    const before = first ? `${start}${first}` : ""
    return edit(
      into.start + 1,
      close,
      `${before}${body}${style.newline}${base}`
    )
  }
}

function edit(start: number, end: number, text: string): Edit {
  return { start, end, text }
}

type Style = { newline: string; step: string; quote: string }

/** How a file is laid out: its line ends, its step, its quotes. */
function styleOf(text: string): Style {
  const [, step = "  "] = /\n(\t| {2,8})\S/.exec(text) ?? []
  const count = (quote: string) => text.split(quote).length
  return {
    newline: text.includes("\r\n") ? "\r\n" : "\n",
    step,
    quote: count("'") > count('"') ? "'" : '"',
  }
}

function inStyle(lines: string, { newline, step, quote }: Style): string {
  return lines
    .split("\n")
    .map((line) => {
      const [spaces = ""] = /^ */.exec(line) ?? []
      const rest = line.slice(spaces.length)
      const words = rest.startsWith("//") ? rest : rest.replaceAll('"', quote)
      return step.repeat(spaces.length / 2) + words
    })
    .join(newline)
}

/** The lines after the first one moved in. */
function moved(entry: string, indent: string, newline: string): string {
  return entry.split(newline).join(newline + indent)
}

function isSimple(lines: string): boolean {
  return !lines.includes("\n") && !lines.includes("{")
}

/** The spaces with which the line of a place begins. */
function indentAt(text: string, place: number): string {
  const line = text.slice(text.lastIndexOf("\n", place - 1) + 1)
  return /^[ \t]*/.exec(line)?.[0] ?? ""
}

/** Whether a comma stands between an entry and its list's end, beside comments. */
function hasComma(rest: string): boolean {
  return rest.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "").includes(",")
}
