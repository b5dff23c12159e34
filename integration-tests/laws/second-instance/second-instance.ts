import { join } from "node:path"
import { z } from "@medusajs/framework/zod"
import { CrashPoint } from "../../crash/crash-point"
import { databaseUrl } from "../../crash/killed"
import { Victim } from "../../crash/victim"
import type { JobName, Store } from "../../harness/with-store"
import { Front } from "./front"
import { WRITTEN } from "./written"

const listening = z.object({ port: z.number() })
/**
 * An address that nothing answers: while it starts it must not call the
 * service.
 */
const NOWHERE = "http://localhost:9"

/**
 * A second instance of the store, in a process of its own. It serves instead of
 * the first one while a step runs, and is killed in the middle of it.
 *
 * A kill cannot be imitated inside the test's process. Work that is only
 * stopped keeps its locks, timers, pooled connections and open workflows, and
 * an error makes core's compensation run, which a SIGKILL prevents. A start
 * takes seconds, so the next instance starts while other programs run, and one
 * that was not killed serves again.
 */
export class SecondInstance {
  /** How often it was killed. */
  kills = 0
  private victim: Victim | undefined

  private constructor(
    private readonly store: Store,
    private readonly front: Front,
    private readonly first: string
  ) {}

  /** From now on the store is reached through its front. */
  static async start(store: Store): Promise<SecondInstance> {
    const first = String(store.api.defaults.baseURL)
    const front = await Front.open(first)
    store.api.defaults.baseURL = front.url
    const { options } = store.ledger
    options.backendUrl = front.url
    // Because the options are parsed before the front has a port.
    options.storefront.origins.push(front.url)
    const second = new SecondInstance(store, front, first)
    await second.begin()
    return second
  }

  /**
   * Lets the second instance serve during `deed`, and kills it before its nth
   * write; a deed with fewer writes is completed.
   *
   * @throws what `deed` throws, unless it was cut off.
   */
  async serve(nth: number, deed: () => Promise<unknown>): Promise<void> {
    const victim = this.victim ?? (await this.begin())
    const address = await addressOf(victim)
    await this.agreeWith(address)
    const url = await databaseUrl(this.store)
    const crash = await CrashPoint.set(url, { tables: WRITTEN, nth })
    this.front.target = address
    const done = deed().then(
      () => null,
      (error: unknown) => ({ error })
    )
    const reached = await crash.reached(Promise.race([done, victim.ended]))
    if (reached) {
      await victim.kill()
    }
    this.front.target = this.first
    await crash.clear()
    const failed = await done
    if (reached) {
      this.kills += 1
      await this.begin()
    } else if (failed) {
      throw failed.error
    }
  }

  /** Runs a job in the instance that serves at the moment. */
  async runJob(name: JobName): Promise<void> {
    const { target } = this.front
    if (target === this.first) {
      return this.store.runJob(name)
    }
    const url = `${target}/instance/jobs/${name}`
    const answer = await fetch(url, { method: "POST" })
    if (!answer.ok) {
      throw new Error(`The ${name} job failed: ${await answer.text()}`)
    }
  }

  async close(): Promise<void> {
    await this.victim?.kill()
    await this.front.close()
    // Deletes the executions of the killed process, because the test runner
    // waits for all.
    await this.store
      .db("workflow_execution")
      .whereNotIn("state", ["not_started", "done", "reverted", "failed"])
      .update({ state: "failed" })
    this.store.api.defaults.baseURL = this.first
  }

  private async begin(): Promise<Victim> {
    const main = join(__dirname, "main.ts")
    this.victim = new Victim(["-r", "ts-node/register/transpile-only", main], {
      DATABASE_URL: await databaseUrl(this.store),
      INSTALMENTS_BASE_URL: NOWHERE,
      NODE_ENV: "test",
      DISABLE_MEDUSA_ADMIN: "true",
      MEDUSA_WORKER_MODE: "server",
    })
    return this.victim
  }

  /** Both use the same clock and options. */
  private async agreeWith(address: string): Promise<void> {
    const { ledger, sandbox } = this.store
    const { backendUrl, unplacedPayments, refunds, storefront } = ledger.options
    const clockOffset = Math.round(ledger.options.clockOffset)
    await fetch(`${address}/instance/rules`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        ...{ clockOffset, backendUrl, unplacedPayments },
        limitsOffset: Math.round(sandbox.now() - Date.now()),
        sameDay: refunds.sameDay,
        origins: storefront.origins,
        baseUrl: sandbox.url,
      }),
    })
  }
}

/** @throws with its last output when it ended before it listened. */
async function addressOf(victim: Victim): Promise<string> {
  const told = await Promise.race([victim.told, victim.ended])
  if (!told) {
    throw new Error(`The second instance did not start:\n${victim.log()}`)
  }
  return `http://localhost:${listening.parse(told).port}`
}
