import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

/** Said when there is no Redis; it is the whole message. */
const MISSING =
  "The cluster needs Redis: install Debian's with `apt-get install redis-server`, or set REDIS_URL to the address of one that runs."

/**
 * The path of the program `redis-server`.
 *
 * @throws one sentence for a person when this machine has none.
 */
export function findRedis() {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"]
  const found = folders
    .map((folder) => join(folder, "redis-server"))
    .find((file) => existsSync(file))
  if (!found) {
    throw new Error(MISSING)
  }
  return found
}
