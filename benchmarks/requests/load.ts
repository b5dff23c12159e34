import { once } from "node:events"
import { join } from "node:path"
import { Worker } from "node:worker_threads"

/** One kind of request, sent `count` times, `atOnce` of them at a time. */
export type Order = {
  url: string
  options: {
    method: "GET" | "POST"
    headers: Record<string, string>
    body?: string
  }
  count: number
  atOnce: number
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
