import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eventually } from "../../harness/pause-at-write"

const MAX_WAIT_MS = 20_000

/** Whether this machine has a Redis; the gate installs one. */
export const hasRedis =
  Boolean(process.env.CI) ||
  spawnSync("redis-server", ["--version"]).status === 0

/** A Redis without persistence that listens on a socket in its own folder. */
export async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), "instalments-redis-"))
  const socket = join(folder, "redis.sock")
  const args = ["--port", "0", "--unixsocket", socket, "--dir", folder]
  const child = spawn("redis-server", [...args, "--save", ""], {
    stdio: "ignore",
  })
  await eventually(() => existsSync(socket), MAX_WAIT_MS)
  const stop = async () => {
    child.kill("SIGKILL")
    await once(child, "exit")
    rmSync(folder, { recursive: true, force: true })
  }
  return { socket, stop }
}
