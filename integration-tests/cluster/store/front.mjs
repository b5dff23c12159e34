import { createServer } from "node:http"
import { buffer } from "node:stream/consumers"
import { onStop } from "../../../demo/processes/stopping.mjs"

/**
 * An address for the service to call: `answer` gets each callback's path, headers
 * and body, and says the status and the text. Answers the address.
 */
export async function startFront(answer) {
  const front = createServer(async (request, response) => {
    const { url: path, headers } = request
    const body = await buffer(request)
    const { status, text } = await answer({ path, headers, body })
    response.writeHead(status, { "content-type": "application/json" }).end(text)
  })
  await new Promise((resolve) => front.listen(0, "127.0.0.1", resolve))
  onStop(() => front.close())
  return `http://127.0.0.1:${front.address().port}`
}

/** Delivers a callback to one server; 503 when nothing comes back. */
export async function deliver(server, { path, headers, body }) {
  try {
    const response = await fetch(`${server.url}${path}`, {
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
