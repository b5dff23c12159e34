import { createServer, type RequestListener } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { AddressInfo, Server } from "node:net"
import { SELF_SIGNED } from "./self-signed"

/** A server on a free port that answers every request alike. */
export async function listen(
  answer: RequestListener,
  scheme: "http" | "https" = "http"
) {
  const server: Server =
    scheme === "http"
      ? createServer(answer)
      : createTlsServer(SELF_SIGNED, answer)
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${scheme}://localhost:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
