import { html, raw } from "hono/html"
import type { Exchange, Parts } from "../parts"

/** A piece of a page; the values in its template are escaped. */
export type Html = ReturnType<typeof html>

/**
 * The frame of every page. The policy allows nothing from elsewhere. It names no
 * `form-action`: browsers apply that to redirects too, and the form leads to the
 * shop.
 */
export function layout(
  parts: Parts,
  c: Exchange,
  page: { title: string; body: Html; status?: 410 | 422 }
) {
  const { title, body, status = 200 } = page
  const frames = parts.state.settings.frameAncestors.join(" ") || "'none'"
  c.header(
    "content-security-policy",
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; " +
      `base-uri 'none'; frame-ancestors ${frames}`
  )
  c.header("referrer-policy", "same-origin")
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title} · Splitly</title>
          <link rel="icon" href="data:," />
          <style>
            ${raw(STYLE)}
          </style>
        </head>
        <body>
          <header>Splitly</header>
          <main>${body}</main>
          <footer>Splitly sandbox. No real money moves here.</footer>
        </body>
      </html>`,
    status
  )
}

/** Integer cents as a South African reads them: `R 1 399,55`. */
export function rand(cents: number): string {
  const [whole = "0", part] = (cents / 100).toFixed(2).split(".")
  return `R ${whole.replace(/\B(?=(\d{3})+$)/g, " ")},${part}`
}

const STYLE = `
* { box-sizing: border-box; margin: 0; }
body { background: #f6f4ee; color: #1d2a2b;
  font: 16px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; }
header, main, footer { max-width: 560px; margin: 0 auto; padding: 16px 20px; }
header { font-size: 21px; font-weight: 700; color: #0f5257; }
main { background: #fff; border: 1px solid #dcd9cf; border-radius: 14px;
  padding: 24px; }
footer, small { font-size: 14px; color: #5d6b6b; }
h1 { font-size: 25px; line-height: 1.2; }
h2 { margin-top: 24px; font-size: 18px; }
ul { list-style: none; margin: 14px 0; padding: 0; }
li { padding: 7px 0; border-top: 1px solid #dcd9cf; overflow-wrap: anywhere; }
.sum { display: flex; justify-content: space-between; gap: 16px; }
.sum span { white-space: nowrap; font-variant-numeric: tabular-nums; }
fieldset { border: 0; margin: 0 0 20px; padding: 0; }
legend { font-weight: 600; margin-bottom: 8px; }
label { display: flex; gap: 14px; align-items: center; padding: 12px 14px;
  margin-bottom: 8px; border: 1px solid #b9c0be; border-radius: 10px; }
input { width: 20px; height: 20px; accent-color: #0f5257; flex: none; }
label small { display: block; }
button, .button { font: inherit; padding: 12px 20px; border-radius: 9px;
  border: 1px solid #0f5257; background: #fff; color: #0f5257;
  cursor: pointer; }
.button, [value="pay"] { display: block; width: 100%; margin: 14px 0;
  font-weight: 600; text-align: center; text-decoration: none; color: #fff;
  background: #0f5257; }
:focus-visible { outline: 3px solid #b06a00; outline-offset: 2px; }
a { color: #0f5257; }
[role="alert"] { margin: 14px 0; font-weight: 600; color: #b3261e; }
code { font: 14px ui-monospace, Menlo, Consolas, monospace; }
`
