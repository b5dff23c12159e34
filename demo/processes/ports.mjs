import { createServer } from "node:net"

/** A port that nothing on this machine listens on. */
export async function freePort() {
  const server = await listen(0, "127.0.0.1")
  const { port } = server.address()
  await close(server)
  return port
}

/**
 * Throws when a port is taken, naming all that are and the variable that
 * chooses another one.
 *
 * @param ports for example `[{ port: 9000, use: "backend", variable: "DEMO_PORT" }]`
 */
export async function demandFreePorts(ports) {
  const taken = []
  for (const { port, use, variable } of ports) {
    if (!(await isFree(port))) {
      taken.push(
        `Port ${port}, which the ${use} needs, is in use by another program. ` +
          `End that program, or choose another port: ${variable}=${port + 1}`
      )
    }
  }
  if (taken.length > 0) {
    throw new Error(taken.join("\n"))
  }
}

async function isFree(port) {
  // Both: a program may listen on the loopback address alone.
  for (const host of [undefined, "127.0.0.1"]) {
    try {
      await close(await listen(port, host))
    } catch (error) {
      if (error.code !== "EADDRINUSE") {
        throw error
      }
      return false
    }
  }
  return true
}

function listen(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject)
    server.listen({ port, host }, () => resolve(server))
  })
}

function close(server) {
  return new Promise((resolve) => server.close(resolve))
}
