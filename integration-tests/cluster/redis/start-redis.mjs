import { closeSync, mkdirSync, openSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import getPort from "get-port"
import pWaitFor from "p-wait-for"
import { x } from "tinyexec"
import { onStop } from "../../../demo/processes/stopping.mjs"
import { findRedis } from "./find-redis.mjs"

const MAX_WAIT_MS = 20_000
const FORGETS = process.env.REDIS_FORGETS === "1"

/**
 * The Redis of `REDIS_URL`, which is left running, else one of our own, kept on
 * disk as a store's is: `restart` ends it and starts it again on its port. With
 * `REDIS_FORGETS=1` it keeps nothing: a restart then loses locks and queues.
 */
export async function startRedis(folder) {
  const { REDIS_URL } = process.env
  if (REDIS_URL) {
    return { url: REDIS_URL, restart: undefined }
  }
  const program = findRedis()
  const port = await getPort()
  const place = join(folder, "redis")
  mkdirSync(place)
  let running = await launch(program, port, place)
  onStop(() => running.stop())
  const restart = async () => {
    await running.stop()
    running = await launch(program, port, place)
  }
  return { url: `redis://127.0.0.1:${port}`, restart }
}

async function launch(program, port, place) {
  const log = openSync(join(place, "log"), "a")
  const args = [
    ...["--port", String(port), "--bind", "127.0.0.1", "--dir", place],
    ...["--appendonly", FORGETS ? "no" : "yes", "--save", ""],
    // What the queues of the store keep must never be pushed out.
    ...["--maxmemory-policy", "noeviction"],
  ]
  const running = x(program, args, {
    nodeOptions: { detached: true, stdio: ["ignore", log, log] },
  })
  closeSync(log)
  const stop = async () => {
    running.kill("SIGTERM")
    await running
  }
  const timeout = {
    milliseconds: MAX_WAIT_MS,
    message: `Redis did not answer on port ${port}; see ${place}/log.`,
  }
  try {
    await pWaitFor(() => answersPing(port), { interval: 100, timeout })
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/** While it reads its files it listens already, and answers LOADING. */
function answersPing(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"))
    const over = (answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once("data", (data) => over(String(data).startsWith("+PONG")))
    socket.once("error", () => over(false))
    socket.setTimeout(1_000, () => over(false))
  })
}
