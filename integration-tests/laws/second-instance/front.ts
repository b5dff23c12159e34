import { createServer, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { pipeline } from "node:stream/promises"

/**
 * The store's address, as shoppers, merchants and the service know it. It
 * forwards to the instance `target`. When that instance dies its connections
 * are closed, as a load balancer does.
 */
export class Front {
  private constructor(
    private readonly server: Server,
    readonly url: string,
    public target: string
  ) {}

  static async open(target: string): Promise<Front> {
    const server = createServer((req, res) => {
      const { method, headers } = req
      const url = new URL(String(req.url), front.target)
      const onward = request(url, { method, headers, agent: false })
      onward.once("response", (answer) => {
        res.writeHead(Number(answer.statusCode), answer.headers)
        pipeline(answer, res).catch(() => res.destroy())
      })
      onward.on("error", () => res.destroy())
      // When the client closes its connection, so does a load balancer.
      res.once("close", () => res.writableFinished || onward.destroy())
      req.pipe(onward)
    })
    await new Promise<void>((opened) => server.listen(0, opened))
    const { port } = server.address() as AddressInfo
    const front = new Front(server, `http://localhost:${port}`, target)
    return front
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((closed) => this.server.close(closed))
  }
}
