/** Text that is HTML already and is not escaped again. */
export class Html {
  constructor(readonly text: string) {}
}

/** The values of a template; null and `false` print nothing. */
type Part = Html | string | number | null | false | Part[]

/** A template whose values are escaped unless they are `Html` themselves. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.reduce((text, part, i) => text + write(parts[i - 1] ?? null) + part)
  )
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

function write(part: Part): string {
  if (part instanceof Html) {
    return part.text
  }
  if (Array.isArray(part)) {
    return part.map(write).join("")
  }
  return part === null || part === false
    ? ""
    : String(part).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "")
}
