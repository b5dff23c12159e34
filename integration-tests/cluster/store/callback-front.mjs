import { deliver, startFront } from "./front.mjs"
import { losingSome } from "./lost-callbacks.mjs"

/**
 * The one address that the service calls. It sends each callback to every
 * server at the same moment, and answers as the one that took it. Some are lost.
 */
export async function startCallbackFront(servers) {
  const seen = { callbacks: 0, lost: 0, deliveries: 0 }
  const isLost = losingSome()
  const url = await startFront(async (callback) => {
    seen.callbacks++
    if (isLost(callback.body)) {
      seen.lost++
      return { status: 503, text: "{}" }
    }
    const answers = await Promise.all(
      servers().map((server) => deliver(server, callback))
    )
    seen.deliveries += answers.filter(({ status }) => status < 300).length
    return answers.sort((a, b) => a.status - b.status)[0]
  })
  return { url, seen }
}
