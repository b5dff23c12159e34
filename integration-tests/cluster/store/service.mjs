import getPort from "get-port"
import { startNode } from "../../../demo/processes/node-process.mjs"
import { waitForAnswer } from "../../../demo/processes/wait-for-answer.mjs"
import { root } from "../../../demo/settings.mjs"
import { logFile } from "../../../demo/store/medusa.mjs"

/**
 * The sandbox as a process of its own; answers its address.
 *
 * @param env how its people approve refunds
 */
export async function startService(dataFolder, env) {
  const port = String(await getPort())
  const url = `http://localhost:${port}`
  const running = startNode({
    name: "The sandbox",
    args: ["-r", "ts-node/register", "src/sandbox/cli.ts", "--port", port],
    cwd: root,
    env: { ...env, TS_NODE_TRANSPILE_ONLY: "true" },
    logFile: logFile(dataFolder, "sandbox"),
  })
  await waitForAnswer(url, running)
  return url
}
