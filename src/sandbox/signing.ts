import { createHmac, timingSafeEqual } from "node:crypto"

/** How something is signed. The API itself: sha512, base64, signing key. */
export type Scheme = {
  algorithm: "sha512" | "sha256"
  encoding: "base64" | "hex"
  key: string
}

/** The signature of a JSON text's compact form, as it stands in `X-Signature`. */
export function sign(json: string, scheme: Scheme): string {
  return createHmac(scheme.algorithm, scheme.key)
    .update(compactJson(json), "utf8")
    .digest(scheme.encoding)
}

/** Compares in constant time, as a real service would. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

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
