import { once } from "node:events"
import { join } from "node:path"
import { Worker } from "node:worker_threads"

/**
 * Requests to one address, `count` of them, `atOnce` at a time; of several
 * `requests` each in turn.
 */
export type Order = {
  url: string
  requests: Sent[]
  count: number
  atOnce: number
}

/** What is sent of one request. */
export type Sent = {
  method: "GET" | "POST"
  headers: Record<string, string>
  body?: string
}

/** How long all took together and each by itself, in milliseconds. */
export type Served = {
  ms: number
  latencies: number[]
  statuses: Record<string, number>
}

/** A thread that sends requests. Close it in the end. */
export class Load {
  private readonly worker = new Worker(join(__dirname, "load.mjs"), {
    execArgv: [],
  })

  /** @throws when an answer was other than 200. */
  async send(order: Order): Promise<Served> {
    this.worker.postMessage(order)
    const [served] = (await once(this.worker, "message")) as [Served]
    if (served.statuses["200"] !== order.count) {
      throw new Error(
        `${order.url} answered ${JSON.stringify(served.statuses)}.`
      )
    }
    return served
  }

  close() {
    return this.worker.terminate()
  }
}
