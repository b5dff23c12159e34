// Sends requests from a thread of its own, so that the server's event loop is
// not kept busy by who measures it.
import { parentPort } from "node:worker_threads"
import { Agent, request } from "undici"

const agent = new Agent({ connections: 64 })

parentPort.on("message", async ({ url, requests, count, atOnce }) => {
  const latencies = []
  const statuses = {}
  let left = count
  const from = performance.now()
  await Promise.all(Array.from({ length: atOnce }, one))
  const ms = performance.now() - from
  parentPort.postMessage({ ms, latencies, statuses })

  async function one() {
    while (left-- > 0) {
      const options = requests[left % requests.length]
      const began = performance.now()
      const answer = await request(url, { ...options, dispatcher: agent })
      await answer.body.dump()
      latencies.push(performance.now() - began)
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1
    }
  }
})
