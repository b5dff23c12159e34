import { createHash } from "node:crypto"
import { html, Html } from "./html"
import { STYLE } from "./style"
import type { Words } from "./words"

/** A page that is ready to be sent. */
export type Page = {
  status: number
  headers: Record<string, string>
  text: string
}

// Not in the template below: a formatter would add space and change the hash.
const STYLE_SHEET = new Html(`<style>${STYLE}</style>`)
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64")

/**
 * The page of a payment link, in the shop's name. It loads nothing, runs no
 * script and is never cached. Its address holds the token, so no referrer
 * carries it.
 *
 * `baseUrl` is the service's. Its payment page may be on any host, and browsers
 * apply `form-action` to the redirect after the form too. So every `https`
 * address is allowed; when the service runs on this machine (the sandbox,
 * without `https`), an `http` address too.
 */
export function pageOf(
  { status, heading, body, again }: Words,
  { shop, baseUrl }: { shop: string; baseUrl: string }
): Page {
  const local = baseUrl.startsWith("http:")
    ? " http://localhost:* http://127.0.0.1:*"
    : ""
  const policy = [
    "default-src 'none'",
    "img-src data:",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self' https:${local}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
  const refresh =
    again !== undefined &&
    html`<meta http-equiv="refresh" content="${again}" />`
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${refresh}
        <title>${heading} · ${shop}</title>
        <link rel="icon" href="data:," />
        ${STYLE_SHEET}
      </head>
      <body>
        <header>${shop}</header>
        <main>
          <h1>${heading}</h1>
          ${body}
        </main>
      </body>
    </html> `
  return {
    status,
    text,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "x-robots-tag": "noindex",
    },
  }
}
