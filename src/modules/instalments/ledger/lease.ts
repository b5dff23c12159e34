import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MedusaError } from "@medusajs/framework/utils"

/** How long a lease lasts and how often its row is written, in milliseconds. */
export type LeaseTimes = {
  /** The lease of a process that was killed ends after this. */
  endsAfterMs: number
  /** Much shorter, so that several renewals may fail. */
  renewEveryMs: number
  /** How often a waiting run checks whether the lease is free. */
  retryEveryMs: number
}

/** How long a run waits for others, and what makes it stop waiting. */
export type LeaseWait = { waitMs: number; signal?: AbortSignal }

/** The lease of a run. Confirm it before a step that cannot be undone. */
export type Lease = {
  /**
   * Renews the lease now. With a transaction, no other run can take the lease
   * before that transaction has ended, so its writes are the holder's.
   *
   * @throws MedusaError (conflict) when another process has taken the lease:
   * this one was stopped for too long, and what it has read may be old.
   */
  confirm(trx?: Knex): Promise<void>
}

/**
 * Lets one run at a time do something, over all processes that share the
 * database. It does not depend on the store's locking module. Times are the
 * database's (`clock_timestamp()`), so the clocks of the processes do not
 * matter. A killed process's lease ends by itself, before settling stops
 * waiting.
 */
export class LeaseKeeper {
  constructor(
    private readonly db: Knex,
    private readonly times: LeaseTimes = {
      endsAfterMs: 20_000,
      renewEveryMs: 5_000,
      retryEveryMs: 100,
    }
  ) {}

  /**
   * Runs `work` while no other run of the same `key` does, in any process.
   *
   * @throws MedusaError (conflict) when others held the lease for the whole of
   * `waitMs`; nothing was run then. Also when the lease was lost to another
   * process before `work` had ended, whatever `work` answered.
   * @throws the reason of `signal` when it is aborted before `work` begins.
   */
  async run<T>(
    key: string,
    work: (lease: Lease) => Promise<T>,
    { waitMs, signal }: LeaseWait
  ): Promise<T> {
    const holder = randomUUID()
    const over = new AbortController()
    let answer: T
    try {
      await this.wait(key, holder, { waitMs, signal })
      void this.keep(key, holder, over.signal).catch(() => {})
      answer = await work({
        confirm: async (trx = this.db) => {
          if (!(await this.renew(trx, key, holder))) {
            throw lost(key)
          }
        },
      })
    } catch (error) {
      // Also when nothing was taken: the answer to that statement may be lost.
      await this.giveBack(key, holder).catch(() => {})
      throw error
    } finally {
      over.abort()
    }
    // A lease that cannot be released now ends by itself.
    if (!(await this.giveBack(key, holder).catch(() => true))) {
      throw lost(key)
    }
    return answer
  }

  /** A renewal that fails is tried again; `confirm` decides. */
  private async keep(key: string, holder: string, over: AbortSignal) {
    for (;;) {
      await pause(this.times.renewEveryMs, undefined, {
        signal: over,
        ref: false,
      })
      await this.renew(this.db, key, holder).catch(() => {})
    }
  }

  private async wait(
    key: string,
    holder: string,
    { waitMs, signal }: LeaseWait
  ) {
    const until = performance.now() + waitMs
    signal?.throwIfAborted()
    while (!(await this.take(key, holder))) {
      if (performance.now() >= until) {
        throw new MedusaError(
          MedusaError.Types.CONFLICT,
          `Another process is working on ${key}. Try again in a moment.`,
          "instalments_busy"
        )
      }
      // A random pause, so that waiting runs do not all try at once.
      const ms = this.times.retryEveryMs * (0.5 + Math.random())
      await pause(ms, undefined, { signal })
    }
    signal?.throwIfAborted()
  }

  private async take(key: string, holder: string): Promise<boolean> {
    return this.wrote(
      this.db,
      `insert into instalments_lease as lease (id, holder, ends_at)
       values (:key, :holder, clock_timestamp() + :ms * interval '1 ms')
       on conflict (id) do update set
         holder = :holder,
         ends_at = clock_timestamp() + :ms * interval '1 ms'
       where lease.ends_at <= clock_timestamp() or lease.holder = :holder`,
      { key, holder }
    )
  }

  /**
   * Renews also a lease that has ended: as long as it was not taken, no other
   * run has begun.
   */
  private async renew(db: Knex, key: string, holder: string): Promise<boolean> {
    return this.wrote(
      db,
      `update instalments_lease
       set ends_at = clock_timestamp() + :ms * interval '1 ms'
       where id = :key and holder = :holder`,
      { key, holder }
    )
  }

  private async giveBack(key: string, holder: string): Promise<boolean> {
    return this.wrote(
      this.db,
      "delete from instalments_lease where id = :key and holder = :holder",
      { key, holder }
    )
  }

  private async wrote(
    db: Knex,
    sql: string,
    names: { key: string; holder: string }
  ): Promise<boolean> {
    const values = { ...names, ms: this.times.endsAfterMs }
    const { rowCount } = (await db.raw(sql, values)) as { rowCount: number }
    return rowCount > 0
  }
}

function lost(key: string) {
  return new MedusaError(
    MedusaError.Types.CONFLICT,
    `This process stood still for so long that another one has taken over ${key}`,
    "instalments_busy"
  )
}
