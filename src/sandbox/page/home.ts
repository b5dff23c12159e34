import { html } from "hono/html"
import { listControlRoutes } from "../control/routes"
import type { Exchange, Parts } from "../parts"
import { layout } from "./layout"
import { rand, type Html } from "./pieces"

const SHOWN = 20

/** `GET /`: what this is, the latest checkouts, and what can be done. */
export function homePage(parts: Parts, c: Exchange) {
  const body = html`<main class="flow home">
    <section class="panel">
      <h1>The sandbox of the instalment service</h1>
      <p class="lead">
        A stand-in for the hosted service, for local work and tests. Its clock
        says ${parts.clock.iso()}. The API is described at
        <a href="/docs/api/v2">/docs/api/v2</a>.
      </p>
      <h2>Latest checkouts</h2>
      ${checkouts(parts)}
      <h2>Control interface</h2>
      <p>
        JSON in and out, no keys; a body needs
        <code>content-type: application/json</code>.
      </p>
      <ul class="routes">
        ${listControlRoutes(parts).map(
          ({ route, does }) => html`<li><code>${route}</code> ${does}</li>`
        )}
      </ul>
    </section>
  </main>`
  return layout(parts, c, { title: "Sandbox", body, status: 200 })
}

function checkouts({ state }: Parts): Html {
  const latest = [...state.checkouts.values()].reverse().slice(0, SHOWN)
  return latest.length === 0
    ? html`<p>None yet.</p>`
    : html`<ul class="checkouts">
        ${latest.map(
          ({ id, amount, status, client_reference_id }) =>
            html`<li>
              <a href="/pay/${id}">${rand(amount)}</a> ${status}
              <small>${client_reference_id ?? id}</small>
            </li>`
        )}
      </ul>`
}
