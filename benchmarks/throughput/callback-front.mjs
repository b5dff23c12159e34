import { createServer } from "node:http"
import { onStop } from "../../demo/processes/stopping.mjs"

/** The one address that the service calls: each callback goes to the next server. */
export async function startCallbackFront(servers) {
  let turn = 0
  const front = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) {
      chunks.push(chunk)
    }
    const server = servers[turn++ % servers.length]
    const { "content-type": type, "x-signature": signature } = request.headers
    try {
      const answer = await fetch(`${server.url}${request.url}`, {
        method: "POST",
        headers: { "content-type": type, "x-signature": signature },
        body: Buffer.concat(chunks),
      })
      response.writeHead(answer.status, { "content-type": "application/json" })
      response.end(await answer.text())
    } catch {
      response.writeHead(503).end()
    }
  })
  await new Promise((resolve) => front.listen(0, "127.0.0.1", resolve))
  onStop(() => front.close())
  return `http://127.0.0.1:${front.address().port}`
}
