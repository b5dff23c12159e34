import { createHmac } from "node:crypto"

/**
 * The headers of a callback signed as the service signs it by default, for
 * tests of a store: HMAC-SHA512 of the body in standard Base64.
 *
 * @example
 * await fetch(notifyUrl, {
 *   method: "POST",
 *   body,
 *   headers: signTestCallback(body, signingSecret),
 * })
 */
export function signTestCallback(body: string | Buffer, signingSecret: string) {
  return {
    "x-signature": createHmac("sha512", signingSecret)
      .update(body)
      .digest("base64"),
  }
}
