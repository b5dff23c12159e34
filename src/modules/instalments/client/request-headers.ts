import { createHmac } from "node:crypto"

/** The two keys of one request. */
export type RequestKeys = { clientSecret: string; signingSecret: string }

/**
 * The headers of a request: the credentials and, with a body, the signature
 * over its exact bytes (Authentication in the API specification).
 */
export function requestHeaders(
  keys: RequestKeys,
  body?: string
): Record<string, string> {
  const authorization = `Bearer ${keys.clientSecret}`
  if (body === undefined) {
    return { authorization }
  }
  return {
    authorization,
    "content-type": "application/json",
    "x-signature": createHmac("sha512", keys.signingSecret)
      .update(body)
      .digest("base64"),
  }
}
