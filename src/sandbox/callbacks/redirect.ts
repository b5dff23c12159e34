import { isWebUrl } from "../api/web-url"

/**
 * The `redirect_url` of a merchant's answer to a callback; null when there is
 * none or it is no web address, which the specification says to ignore.
 */
export function redirectFrom(body: string): string | null {
  try {
    const answer = JSON.parse(body) as { redirect_url?: unknown } | null
    const url = answer?.redirect_url
    return typeof url === "string" && isWebUrl(url) ? url : null
  } catch {
    return null
  }
}
