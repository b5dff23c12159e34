import { randomBytes } from "node:crypto"
import { html, raw } from "hono/html"
import type { Exchange, Parts } from "../parts"
import type { Html } from "./pieces"
import { SCRIPT } from "./script"
import { STYLE } from "./style"

/**
 * The frame of every page of the brand. The policy allows nothing from
 * elsewhere. It names no `form-action`: browsers apply that to redirects too,
 * and the last form leads to the shop.
 */
export function layout(
  parts: Parts,
  c: Exchange,
  page: { title: string; body: Html; status: 200 | 404 | 410 | 422 }
) {
  const { title, body, status } = page
  const nonce = randomBytes(16).toString("base64")
  const text = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Splitly</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <header>
          <span class="brand">${LOGO} Splitly</span>
          <span class="secure">${LOCK} Secure checkout</span>
        </header>
        <div class="columns">${body}</div>
        <footer>Splitly sandbox. No real money moves here.</footer>
        <script nonce="${nonce}">
          ${raw(SCRIPT)}
        </script>
      </body>
    </html>`
  const frames = parts.state.settings.frameAncestors.join(" ") || "'none'"
  const policy =
    `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; ` +
    `script-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors ${frames}`
  c.header("content-security-policy", policy)
  c.header("referrer-policy", "same-origin")
  c.header("x-content-type-options", "nosniff")
  return c.html(text, status)
}

const LOGO = raw(
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">' +
    '<path d="M11 2a10 10 0 0 0 0 20z" fill="currentColor"/>' +
    '<path d="M13 2a10 10 0 0 1 9.95 9H13z" fill="#e2725b"/>' +
    '<path d="M13 13h9.95A10 10 0 0 1 13 22z" fill="#f2b134"/></svg>'
)

const LOCK = raw(
  '<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">' +
    '<path fill="currentColor" d="M4 7V5a4 4 0 1 1 8 0v2h1v8H3V7zm2 0h4V5a2 ' +
    '2 0 1 0-4 0z"/></svg>'
)
