import { execFileSync, spawnSync } from "node:child_process"
import { chownSync, mkdirSync } from "node:fs"

/** A folder that every account of the machine may enter, kept over reboots. */
export const openFolder = "/var/tmp"

/**
 * Whom PostgreSQL runs as. It refuses to run as root, so that root lends it the
 * account `postgres` where there is one, else `nobody`, which is everywhere.
 * Anybody else runs it as themselves.
 */
export function postgresAccount() {
  if (process.getuid?.() !== 0) {
    return {}
  }
  return idsOf("postgres") ?? idsOf("nobody") ?? { uid: 65534, gid: 65534 }
}

/** Whether the account may enter the folder: a parent may be closed to it. */
export function canEnter(account, folder) {
  const program = ["-c", 'cd "$1"', "sh", folder]
  return spawnSync("/bin/sh", program, { ...account, cwd: "/" }).status === 0
}

/** Makes a folder that belongs to the account and to nobody else. */
export function makeOwnFolder(account, folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account.uid !== undefined) {
    chownSync(folder, account.uid, account.gid)
  }
}

function idsOf(name) {
  try {
    const id = (flag) => Number(execFileSync("id", [flag, name], quiet))
    return { uid: id("-u"), gid: id("-g") }
  } catch {
    return undefined
  }
}

const quiet = { stdio: ["ignore", "pipe", "ignore"] }
