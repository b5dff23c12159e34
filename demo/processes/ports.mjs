import getPort from "get-port"

/**
 * Throws when a port is taken, naming all that are and the variable that
 * chooses another one.
 *
 * @param ports for example `[{ port: 9000, use: "backend", variable: "DEMO_PORT" }]`
 */
export async function demandFreePorts(ports) {
  const taken = []
  for (const { port, use, variable } of ports) {
    // It answers another one when somebody listens on this one.
    if ((await getPort({ port })) !== port) {
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
