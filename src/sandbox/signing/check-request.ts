import { Refusal, type Exchange } from "../http/exchange"
import type { Parts } from "../parts"
import { compactJson } from "./compact"
import { sameText, sign } from "./sign"

/**
 * Checks `X-Signature` of a mutating request; answers whether it was signed.
 * Unsigned requests pass until a signed one was accepted, then never again.
 */
export function checkSignature(parts: Parts, exchange: Exchange): boolean {
  const given = exchange.headers["x-signature"]
  if (given === undefined && !parts.state.signingSeen) {
    return false
  }
  const expected = sign(compactJson(exchange.raw), {
    algorithm: "sha512",
    encoding: "base64",
    key: parts.secrets.signingSecret,
  })
  if (!sameText(String(given), expected)) {
    throw new Refusal(
      400,
      `Request signature does not match. Expected ${expected}`
    )
  }
  return true
}
