import pWaitFor from "p-wait-for"

const MAX_WAIT_MS = 240_000
const PAUSE_MS = 500
/** Of these another try may come to more; 409: the cart is busy, 0: nothing came. */
const AGAIN = [0, 404, 409, 429]

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
  ask = async (method, path, body) => {
    let answer
    const isLast = async () => {
      answer = await this.once(method, path, body)
      return answer.status < 500 && !AGAIN.includes(answer.status)
    }
    const timeout = { milliseconds: MAX_WAIT_MS, message: false }
    await pWaitFor(isLast, { interval: PAUSE_MS, timeout })
    const { status, json } = answer
    if (status < 200 || status > 299) {
      const why = `${status} ${json?.message ?? ""}`
      throw new Error(`${method} ${path} was answered: ${why}`)
    }
    return json
  }

  /** One attempt at the next server; status 0 when nothing came. */
  async once(method, path, body) {
    try {
      const response = await fetch(`${this.#next()}/store${path}`, {
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
  /** One attempt at a page: its status, and where it leads. */
  async page(method, path) {
    const signal = AbortSignal.timeout(60_000)
    const how = { method, redirect: "manual", signal }
    try {
      const { status, headers } = await fetch(`${this.#next()}${path}`, how)
      return { status, location: headers.get("location") }
    } catch {
      return { status: 0 }
    }
  }

  #next() {
    return this.servers[this.#turn++ % this.servers.length].url
  }
}
