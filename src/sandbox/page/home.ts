import { html } from "hono/html"
import { listControlRoutes } from "../control/routes"
import type { Exchange, Parts } from "../parts"
import { layout, rand } from "./layout"

const SHOWN = 20

/** `GET /`: what this is, the latest checkouts, and what can be done. */
export function homePage(parts: Parts, c: Exchange) {
  const { checkouts } = parts.state
  const body = html`<h1>The sandbox of the instalment service</h1>
    <p>
      A stand-in for the hosted service, for local work and tests. Its clock
      says ${parts.clock.iso()}. Its API:
      <a href="/docs/api/v2">/docs/api/v2</a>.
    </p>
    <h2>Latest checkouts</h2>
    <ul>
      ${[...checkouts.values()]
        .reverse()
        .slice(0, SHOWN)
        .map(
          ({ id, amount, status, client_reference_id }) =>
            html`<li>
              <a href="/pay/${id}">${rand(amount)}</a> ${status}
              <small>${client_reference_id ?? id}</small>
            </li>`
        )}
    </ul>
    <h2>Control interface, JSON in and out</h2>
    <ul>
      ${listControlRoutes(parts).map(
        ({ name }) => html`<li><code>${name}</code></li>`
      )}
    </ul>`
  return layout(parts, c, { title: "Sandbox", body })
}
