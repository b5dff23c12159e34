import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { LeaseKeeper } from "../../../src/modules/instalments/ledger/lease"
import { withLedger } from "./database/with-ledger"

const KEY = "cart:cart_1"
const WAITS = { waitMs: 20_000 }
/** A lease that lasts for the whole test, and one that ends soon unless it is renewed. */
const LONG = { endsAfterMs: 60_000, renewEveryMs: 10_000, retryEveryMs: 5 }
const SHORT = { endsAfterMs: 300, renewEveryMs: 50, retryEveryMs: 5 }

withLedger((ledger) => {
  /** A process of its own, as far as the database can tell. */
  const process = (times = LONG) => {
    const pool = ledger.process()
    return { pool, leases: new LeaseKeeper(pool, times) }
  }

  const left = async () => process().pool("instalments_lease").select("id")
  const gate = () => {
    let open!: () => void
    const opened = new Promise<void>((resolve) => (open = resolve))
    return { open, opened }
  }
  /** Holds the lease until it is told to end, and tells when it has begun. */
  const hold = async ({ leases }: ReturnType<typeof process>) => {
    const begun = gate()
    const end = gate()
    let confirm!: (trx?: Knex) => Promise<void>
    const over = leases.run(
      KEY,
      async (lease) => {
        confirm = (trx) => lease.confirm(trx)
        begun.open()
        await end.opened
        return "done"
      },
      WAITS
    )
    over.catch(() => {})
    await begun.opened
    return { over, end: end.open, confirm }
  }

  it("lets one of two processes at a time work on a cart, and both in the end", async () => {
    const said: string[] = []
    const first = await hold(process())
    const second = process().leases.run(
      KEY,
      async () => said.push("second"),
      WAITS
    )
    await expect(
      process().leases.run(KEY, async () => "never", { waitMs: 50 })
    ).rejects.toThrow("Another process is working on cart:cart_1")
    said.push("first")
    first.end()
    await Promise.all([first.over, second])
    expect(said).toEqual(["first", "second"])
    expect(await left()).toEqual([])
  })

  it("lets ten who wait at once work one after the other, each once", async () => {
    const { leases } = process()
    let inside = 0
    let most = 0
    const order: number[] = []
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        leases.run(
          KEY,
          async ({ confirm }) => {
            most = Math.max(most, ++inside)
            await confirm()
            order.push(i)
            inside--
          },
          WAITS
        )
      )
    )
    expect(most).toBe(1)
    expect(order.sort((a, b) => a - b)).toEqual([...Array(10).keys()])
    expect(await left()).toEqual([])
  })

  it("does not let work on one cart wait for another", async () => {
    await hold(process())
    const answer = process().leases.run("cart:cart_2", async () => "done", {
      waitMs: 0,
    })
    await expect(answer).resolves.toBe("done")
  })

  it("gives the lease back when the work fails, and passes its error on", async () => {
    const { leases } = process()
    const failing = leases.run(
      KEY,
      async () => {
        throw new Error("out of stock")
      },
      WAITS
    )
    await expect(failing).rejects.toThrow("out of stock")
    expect(await left()).toEqual([])
  })

  it("keeps the lease for as long as the work takes, longer than a lease lasts", async () => {
    const first = await hold(process(SHORT))
    const waiting = process().leases.run(KEY, async () => "never", {
      waitMs: 3 * SHORT.endsAfterMs,
    })
    await expect(waiting).rejects.toThrow("Another process")
    first.end()
    await expect(first.over).resolves.toBe("done")
  })

  it("goes to the next run when its holder is killed", async () => {
    const victim = process(SHORT)
    const first = await hold(victim)
    // All that a killed process's database sees of it.
    await victim.pool.destroy()
    const second = process().leases.run(KEY, async () => "done", WAITS)
    await expect(second).resolves.toBe("done")
    first.end()
  })

  it("is lost by a holder that was stopped for too long: it learns that before it writes, and at the end", async () => {
    const still = process({ ...LONG, endsAfterMs: 100 })
    const first = await hold(still)
    const second = await process().leases.run(KEY, async () => "done", WAITS)
    expect(second).toBe("done")
    await expect(first.confirm()).rejects.toThrow(
      "another one has taken over cart:cart_1"
    )
    first.end()
    await expect(first.over).rejects.toThrow("taken over")
  })

  it("is lost by a holder whose renewals fail, and the one who took it keeps it", async () => {
    const { pool } = process()
    const first = await hold(process(SHORT))
    await pool.raw(`
        create function refuse() returns trigger language plpgsql as $$
        begin
          if new.holder = old.holder then
            raise exception 'No renewal.';
          end if;
          return new;
        end $$;
        create trigger refuse before update on instalments_lease
          for each row execute function refuse()`)
    const second = await hold(process())
    await pool.raw("drop function refuse cascade")
    await expect(first.confirm()).rejects.toThrow("taken over")
    first.end()
    await expect(first.over).rejects.toThrow("taken over")
    await expect(second.confirm()).resolves.toBeUndefined()
    second.end()
    await expect(second.over).resolves.toBe("done")
  })

  it("stays with a holder that was stopped when no other run asked for it", async () => {
    const first = await hold(process({ ...LONG, endsAfterMs: 0 }))
    await expect(first.confirm()).resolves.toBeUndefined()
    first.end()
    await expect(first.over).resolves.toBe("done")
  })

  it("cannot be taken before the transaction has ended that it is confirmed in", async () => {
    const holder = process({ ...LONG, endsAfterMs: 0 })
    const first = await hold(holder)
    const said: string[] = []
    const trx = await holder.pool.transaction()
    await first.confirm(trx)
    const second = process().leases.run(
      KEY,
      async () => said.push("second begins"),
      WAITS
    )
    await ledger.locksAreWaitedFor(1)
    said.push("first has written")
    await trx.commit()
    await second
    expect(said).toEqual(["first has written", "second begins"])
    first.end()
  })

  it("has no row of a run that is aborted while it waits", async () => {
    const first = await hold(process())
    const hangUp = new AbortController()
    const waiting = process().leases.run(KEY, async () => "never", {
      ...WAITS,
      signal: hangUp.signal,
    })
    hangUp.abort(new Error("The browser is gone."))
    await expect(waiting).rejects.toThrow()
    first.end()
    await first.over
    expect(await left()).toEqual([])
  })

  it("is not asked for by a run that was aborted before", async () => {
    const gone = AbortSignal.abort(new Error("The browser is gone."))
    const run = process().leases.run(KEY, async () => "never", {
      ...WAITS,
      signal: gone,
    })
    await expect(run).rejects.toThrow("The browser is gone.")
    expect(await left()).toEqual([])
  })
})
