import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { RequestListener } from "node:http"

/** A listening server and its way out. */
export type Listening = { port: number; close: () => Promise<void> }

/** Listens on this machine only; 0 takes any free port. */
export async function listen(
  port: number,
  listener: RequestListener
): Promise<Listening> {
  const server = createServer(listener)
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  const address = server.address() as AddressInfo
  return { port: address.port, close: () => close(server) }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
