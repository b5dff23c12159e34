import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** One callback as the merchant received it. */
export type Received = { signature: string | undefined; body: string }

/** A merchant's server that keeps every callback and answers as told. */
export async function startMerchant() {
  const received: Received[] = []
  const answer = { status: 200, body: "{}", silent: false }
  const server = createServer((req, res) => {
    let body = ""
    req.on("data", (chunk) => (body += String(chunk)))
    req.on("end", () => {
      const signature = req.headers["x-signature"]
      received.push({ signature: signature?.toString(), body })
      if (!answer.silent) {
        res.writeHead(answer.status).end(answer.body)
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  return {
    notifyUrl: `http://localhost:${port}/hooks/instalments`,
    received,
    answer,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
