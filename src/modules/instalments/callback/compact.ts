const QUOTE = 0x22
const BACKSLASH = 0x5c
const WHITESPACE = new Set([0x20, 0x09, 0x0a, 0x0d])

/**
 * The same JSON with insignificant whitespace removed, byte by byte: key order,
 * number spelling and escapes stay as they came (Authentication 3 in the API
 * specification). Nothing is parsed, so hostile input costs one pass.
 */
export function compactJson(raw: Buffer): Buffer {
  const compact = Buffer.allocUnsafe(raw.length)
  let length = 0
  let inString = false
  let escaped = false
  for (const byte of raw) {
    if (!inString && WHITESPACE.has(byte)) {
      continue
    }
    compact[length++] = byte
    if (escaped) {
      escaped = false
    } else if (inString && byte === BACKSLASH) {
      escaped = true
    } else if (byte === QUOTE) {
      inString = !inString
    }
  }
  return compact.subarray(0, length)
}
