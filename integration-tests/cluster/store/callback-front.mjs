import { createServer } from "node:http"
import { onStop } from "../../../demo/processes/stopping.mjs"
import { losingSome } from "./lost-callbacks.mjs"

/**
 * The one address that the service calls. It sends each callback to every
 * server at the same moment, and answers as the one that took it. Some are lost.
 */
export async function startCallbackFront(servers) {
  const seen = { callbacks: 0, lost: 0, deliveries: 0 }
  const isLost = losingSome()
  const front = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) {
      chunks.push(chunk)
    }
    seen.callbacks++
    const body = Buffer.concat(chunks)
    if (isLost(body)) {
      seen.lost++
      response.writeHead(503).end()
      return
    }
    const answers = await Promise.all(
      servers().map((server) => deliver(server, request, body))
    )
    seen.deliveries += answers.filter(({ status }) => status < 300).length
    const best = answers.sort((a, b) => a.status - b.status)[0]
    response.writeHead(best.status, { "content-type": "application/json" })
    response.end(best.text)
  })
  await new Promise((resolve) => front.listen(0, "127.0.0.1", resolve))
  onStop(() => front.close())
  return { url: `http://127.0.0.1:${front.address().port}`, seen }
}

async function deliver(server, { url, headers }, body) {
  try {
    const response = await fetch(`${server.url}${url}`, {
      method: "POST",
      headers: {
        "content-type": headers["content-type"],
        "x-signature": headers["x-signature"],
      },
      body,
      signal: AbortSignal.timeout(60_000),
    })
    return { status: response.status, text: await response.text() }
  } catch {
    return { status: 503, text: "{}" }
  }
}
