import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from "node:zlib"

/** The longest body of a callback in bytes, as it came and inflated. */
export const LONGEST_CALLBACK = 1024 * 1024

/** By `content-encoding`; what is called deflate comes with and without a header. */
const INFLATERS = new Map([
  ["gzip", [gunzipSync]],
  ["x-gzip", [gunzipSync]],
  ["deflate", [inflateSync, inflateRawSync]],
  ["br", [brotliDecompressSync]],
])

/**
 * The inflated bytes of a callback's body and its text, without a byte order mark; null
 * when it is longer than `LONGEST_CALLBACK`. Never throws: what is not as its
 * `content-encoding` says is read as it came, since a parser before us may have
 * inflated it.
 */
export function readBody(
  received: Buffer,
  encoding = ""
): { bytes: Buffer; text: string } | null {
  const bytes = inflate(received, encoding.trim().toLowerCase())
  if (!bytes || bytes.length > LONGEST_CALLBACK) {
    return null
  }
  return { bytes, text: new TextDecoder(charsetOf(bytes)).decode(bytes) }
}

function inflate(received: Buffer, encoding: string): Buffer | null {
  for (const inflater of INFLATERS.get(encoding) ?? []) {
    try {
      return inflater(received, { maxOutputLength: LONGEST_CALLBACK })
    } catch (error) {
      if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") {
        return null
      }
    }
  }
  return received
}

/** By the byte order mark; without one it is UTF-8, as JSON has to be. */
function charsetOf(bytes: Buffer): string {
  const mark = bytes.toString("hex", 0, 2)
  if (mark === "fffe") {
    return "utf-16le"
  }
  return mark === "feff" ? "utf-16be" : "utf-8"
}
