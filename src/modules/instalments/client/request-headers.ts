import { createHmac } from "node:crypto"

/**
 * The headers of a request: the credentials and, with a body, the signature
 * over its exact bytes (Authentication in the API specification).
 */
export function requestHeaders(
  account: { clientSecret: string; signingSecret: string },
  body?: string
): Record<string, string> {
  const authorization = `Bearer ${account.clientSecret}`
  if (body === undefined) {
    return { authorization }
  }
  return {
    authorization,
    "content-type": "application/json",
    "x-signature": createHmac("sha512", account.signingSecret)
      .update(body)
      .digest("base64"),
  }
}
