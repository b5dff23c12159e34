import { setTimeout as pause } from "node:timers/promises"
import { admin } from "../../../demo/settings.mjs"
import { logIn } from "../../../demo/shopper/request.cjs"

/** A server that was killed may hold an order for two minutes, again and again. */
const MAX_WAIT_MS = 900_000
const PAUSE_MS = 1_000
/** Longer than a server lets a request wait for its turn on an order. */
const ANSWER_WITHIN_MS = 90_000
const FIELDS = [
  "id,status,summary.*,items.*,payment_collections.*",
  "payment_collections.payments.*,payment_collections.payments.refunds.*",
].join(",")

/** Whole cents of Medusa's major units. */
export const cents = (major) => Math.round(Number(major ?? 0) * 100)

/**
 * The merchant in the admin, whose requests reach the two servers by turns. What
 * is cut off is done as a person does it: look at the order, and ask again only
 * for what it does not show.
 */
export class Merchant {
  #turn = 0

  constructor({ servers }, headers) {
    this.servers = servers
    this.headers = headers
  }

  /** Logged in; one login is good at all servers. */
  static async of(cluster) {
    return new Merchant(cluster, await logIn(cluster.servers[0].url, admin))
  }

  /** The order as its page shows it. */
  async look(orderId) {
    const path = `/orders/${orderId}?fields=${FIELDS}`
    let answer
    await this.#until(`The page of order ${orderId}`, async () => {
      answer = await this.once("GET", path)
      return answer.status === 200
    })
    return answer.json.order
  }

  /** Looks at the order, and acts until it shows what `isDone` wants. */
  async seeTo(what, orderId, isDone, act) {
    let seen
    let last
    await this.#until(
      `${what} of order ${orderId}`,
      async () => {
        seen = await this.look(orderId)
        if (isDone(seen)) {
          return true
        }
        last = await act(seen)
        return false
      },
      () => last
    )
    return seen
  }

  /** One attempt at the next server; status 0 when nothing came. */
  async once(method, path, body) {
    const server = this.servers[this.#turn++ % this.servers.length]
    try {
      const response = await fetch(`${server.url}/admin${path}`, {
        method,
        headers: { "content-type": "application/json", ...this.headers },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      const text = await response.text()
      return { status: response.status, json: JSON.parse(text || "{}") }
    } catch (error) {
      return { status: 0, json: { message: error.message } }
    }
  }

  async #until(what, isDone, last = () => undefined) {
    const end = Date.now() + MAX_WAIT_MS
    while (!(await isDone())) {
      if (Date.now() > end) {
        const said = JSON.stringify(last())
        throw new Error(`${what} did not come; the last answer was ${said}`)
      }
      await pause(PAUSE_MS)
    }
  }
}
