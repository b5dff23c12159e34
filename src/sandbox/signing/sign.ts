import { createHmac, timingSafeEqual } from "node:crypto"

/** How something is signed. The API itself: sha512, base64, signing key. */
export type Scheme = {
  algorithm: "sha512" | "sha256"
  encoding: "base64" | "hex"
  key: string
}

/** The signature of a text, as it stands in `X-Signature`. */
export function sign(text: string, scheme: Scheme): string {
  return createHmac(scheme.algorithm, scheme.key)
    .update(text, "utf8")
    .digest(scheme.encoding)
}

/** Compares in constant time, as a real service would. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
