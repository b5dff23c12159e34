import { join } from "node:path"
import type { Store } from "../harness/with-store"
import { CrashPoint } from "./crash-point"
import { ROOT, Victim } from "./victim"

/** More than the minute in which the service counts most requests. */
const LIMITS_MS = 61_000
const CLI = join(ROOT, "node_modules/@medusajs/cli/cli.js")

/** What a store does when it is killed. */
export type Deed = {
  /** Medusa's command that it runs, and its HTTP address if it has one. */
  args: string[]
  address?: string
  /** Starts the action, once the store answers. */
  begin?: () => Promise<unknown>
}

/**
 * Starts a second store on the same database, lets it do something, and kills
 * it with SIGKILL before the write that `point` names.
 *
 * @throws when it never gets there.
 */
export async function killedAt(
  store: Store,
  point: { table: string; nth: number },
  deed: Deed
): Promise<void> {
  const url = await databaseUrl(store)
  const offsetSeconds = Math.round((store.sandbox.now() - Date.now()) / 1_000)
  const victim = new Victim([CLI, ...deed.args], {
    DATABASE_URL: url,
    INSTALMENTS_BASE_URL: store.sandbox.url,
    INSTALMENTS_CLOCK_OFFSET: `PT${offsetSeconds}S`,
    ...(deed.address ? { INSTALMENTS_BACKEND_URL: deed.address } : {}),
  })
  let crash: CrashPoint | undefined
  try {
    if (deed.address) {
      await victim.answers(deed.address)
    }
    crash = await CrashPoint.set(url, { tables: [point.table], nth: point.nth })
    const begun = deed.begin?.().catch(() => null)
    const reached = await crash.reached(victim.ended)
    const log = victim.log()
    await victim.kill()
    await begun
    // What it had sent arrives before the clock moves: the service answers in turn.
    await fetch(store.sandbox.url).then((answer) => answer.text())
    // It counted the service's limits in the database's time, this store counts them
    // in simulated time: its last requests are in no count of this one's.
    await store.sandbox.advance(LIMITS_MS)
    if (!reached) {
      throw new Error(
        `The store never wrote to ${point.table} for the ${point.nth}. time:\n${log}`
      )
    }
  } finally {
    await victim.kill()
    await crash?.clear()
  }
}

/** The address of the database that a store of the tests works on. */
export async function databaseUrl({ ledger }: Store): Promise<string> {
  const url = new URL(String(process.env.DATABASE_URL))
  const { rows } = await ledger["db"].raw("select current_database() as name")
  url.pathname = rows[0].name
  return url.href
}
