import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"

/** One request as the store got it. */
export type Got = {
  method: string
  url: string
  headers: IncomingMessage["headers"]
  body: unknown
}

/** What the store answers; a string is no JSON, `null` hangs up. */
export type Answer = { status?: number; body: unknown } | null

/** A store behind real HTTP, which answers as a test wants. */
export class Store {
  readonly got: Got[] = []
  answer: (got: Got) => Answer = () => ({ status: 404, body: {} })
  private server: Server | undefined

  async open() {
    this.server = createServer(async (req, res) => {
      const chunks: Buffer[] = []
      for await (const chunk of req) {
        chunks.push(chunk)
      }
      const text = Buffer.concat(chunks).toString()
      const { method = "", url = "", headers } = req
      const got = { method, url, headers, body: text && JSON.parse(text) }
      this.got.push(got)
      const answer = this.answer(got)
      if (!answer) {
        res.destroy()
        return
      }
      const { status = 200, body } = answer
      res.statusCode = status
      res.end(typeof body === "string" ? body : JSON.stringify(body))
    })
    await new Promise<void>((done) => this.server!.listen(0, "127.0.0.1", done))
  }

  close() {
    this.server?.closeAllConnections()
    this.server?.close()
  }

  get connection() {
    const { port } = this.server!.address() as AddressInfo
    return { baseUrl: `http://127.0.0.1:${port}`, publishableKey: "pk_1" }
  }
}
