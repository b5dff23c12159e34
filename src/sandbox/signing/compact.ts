const STRING_OR_SPACE = /"(?:[^"\\]|\\.)*"|[ \t\n\r]+/gs

/**
 * JSON with its insignificant whitespace removed and everything else left as
 * it was written: key order, escapes and the spelling of numbers. Parsing and
 * writing again would turn `1.0` into `1`.
 */
export function compactJson(json: string): string {
  return json.replace(STRING_OR_SPACE, (part) =>
    part.startsWith('"') ? part : ""
  )
}
