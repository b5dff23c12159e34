import { Modules } from "@medusajs/framework/utils"
import { untilQuiet } from "../harness/rewound-database"
import { pendingWork } from "./pending-work"
import type { Scene } from "./scene"
import type { World } from "./world"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A simulated week, after the last checkout could be abandoned. */
const IDLE_WITHIN_MS = 8 * DAY
/** Longer than the windows of the limits per minute. */
const SHORTEST_MS = 61_000
const LONGEST_MS = 6 * 60 * MINUTE

/**
 * Ends all faults, lets callbacks come, and runs the jobs until nothing is open
 * or due.
 *
 * @throws when something is still open after a simulated week.
 */
export async function endFaultsAndRunUntilIdle(world: World): Promise<void> {
  const { sandbox, container, db } = world.store
  // A cart's completion that core never ends keeps its lock for two minutes of the
  // process's own clock, and whoever wants it waits for half a minute each time.
  await untilQuiet(db)
  await container.resolve(Modules.LOCKING).releaseAll()
  sandbox.clearFaults()
  sandbox.set({
    callbacks: { mode: "normal" },
    refunds: { outcome: "complete" },
  })
  await runUntilIdle(world)
}

/**
 * Runs the jobs at every moment at which something is due, until nothing is
 * due.
 *
 * @throws when something is still open after a simulated week.
 */
export async function runUntilIdle(scene: Scene): Promise<void> {
  const { sandbox } = scene.store
  const end = sandbox.now() + IDLE_WITHIN_MS
  let before = ""
  let pause = SHORTEST_MS
  for (;;) {
    await ageRows(scene)
    for (const job of ["config", "reconcile", "refunds"] as const) {
      await scene.store.runJob(job)
    }
    await scene.asked?.()
    const { open, due } = await pendingWork(scene)
    if (open.length === 0) {
      return
    }
    if (sandbox.now() > end) {
      throw new Error(
        `After a week without faults is still open: ${open.join("; ")}`
      )
    }
    const next = Math.min(...due) - sandbox.now()
    const state = JSON.stringify([open, due])
    // When nothing changes, the steps become longer and longer.
    pause = state === before ? 2 * pause : SHORTEST_MS
    before = state
    await scene.passTime(Math.min(Math.max(next, pause), LONGEST_MS))
  }
}

/**
 * Some rules use the database's own clock to wait for core. That clock cannot
 * be moved, so the rows are made older.
 */
async function ageRows({ store }: Scene): Promise<void> {
  for (const table of [
    "instalments_refund_request",
    "order_change",
    "refund",
  ]) {
    await store.ledger["db"].raw(
      "update ?? set created_at = created_at - interval '10 minutes'",
      [table]
    )
  }
}
