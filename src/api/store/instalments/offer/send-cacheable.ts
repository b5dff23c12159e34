import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { createHash } from "node:crypto"

/**
 * Sends JSON with an ETag, or 304 to a client that has it already. Express does
 * so too, but sends the whole body to a client that names the ETag with
 * `no-cache`, as `fetch` does.
 */
export function sendCacheable(
  req: MedusaRequest,
  res: MedusaResponse,
  answer: { body: unknown; cacheControl: string }
): void {
  const body = JSON.stringify(answer.body)
  const hash = createHash("sha256").update(body).digest("base64url")
  res.setHeader("cache-control", answer.cacheControl)
  // A weak ETag, because a proxy may compress the body.
  res.setHeader("etag", `W/"${hash}"`)
  const known = String(req.headers["if-none-match"] ?? "").split(",")
  if (known.some((tag) => tag.trim() === "*" || tag.includes(`"${hash}"`))) {
    res.status(304).end()
    return
  }
  res.status(200).type("json").send(body)
}
