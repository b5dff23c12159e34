import { createHmac } from "node:crypto"

/** The options with the keys of requests, each a list, newest first. */
export type RequestKeys = { clientSecret: string[]; signingSecret: string[] }

/**
 * The headers of a request: the credentials and, with a body, the signature
 * over its exact bytes (Authentication in the API specification), by the first key
 * of each list.
 */
export function requestHeaders(
  { clientSecret: [token = ""], signingSecret: [key = ""] }: RequestKeys,
  body?: string
): Record<string, string> {
  const authorization = `Bearer ${token}`
  if (body === undefined) {
    return { authorization }
  }
  return {
    authorization,
    "content-type": "application/json",
    "x-signature": createHmac("sha512", key).update(body).digest("base64"),
  }
}
