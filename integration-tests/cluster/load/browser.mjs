import { setTimeout as pause } from "node:timers/promises"

const MAX_WAIT_MS = 240_000
const PAUSE_MS = 500

/**
 * Requests of a browser that asks again, at the other server, while one is
 * down: behind a load balancer a shopper sees no more of it than a slow page.
 */
export class Browser {
  #turn
  constructor({ servers, shop }, number) {
    this.servers = servers
    this.shop = shop
    this.#turn = number
  }

  /** The answer's JSON; throws what the store refuses, and after four minutes. */
  async ask(method, path, body) {
    let last
    for (const until = Date.now() + MAX_WAIT_MS; Date.now() < until;) {
      const { status, json } = await this.once(method, path, body)
      if (status > 0 && status < 300) {
        return json
      }
      last = `${status} ${json?.message ?? ""}`
      // 409: another request of this cart is under way.
      if (status >= 400 && status < 500 && ![404, 409, 429].includes(status)) {
        break
      }
      await pause(PAUSE_MS)
    }
    throw new Error(`${method} ${path} was answered: ${last}`)
  }

  /** One attempt at the next server; status 0 when nothing came. */
  async once(method, path, body) {
    const server = this.servers[this.#turn++ % this.servers.length]
    try {
      const response = await fetch(`${server.url}/store${path}`, {
        method,
        headers: {
          "content-type": "application/json",
          "x-publishable-api-key": this.shop.publishableKey,
        },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(60_000),
      })
      const text = await response.text()
      return { status: response.status, json: JSON.parse(text || "{}") }
    } catch (error) {
      return { status: 0, json: { message: error.message } }
    }
  }
}
