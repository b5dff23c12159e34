import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { countStatements } from "../../benchmarks/measure/statements"
import { paidCallback } from "../../benchmarks/requests/paid-callback"
import { parseCallback } from "../../src/modules/instalments/callback/parse-callback"
import { DuplicateCounter } from "../../src/modules/instalments/callback/counters"
import { withStore } from "../store/with-store"

withStore((store) => {
  const deliveriesOf = async (reference: string) => {
    const callbacks = await store.ledger.listCallbacks({ reference })
    return callbacks.map(({ deliveries }) => deliveries)
  }

  it("does nothing for a duplicate that comes later", async () => {
    const { reference, order } = await store.buy()
    const again = await store.deliver(paidCallback(reference))
    expect(again.status).toBe(200)
    expect(again.data.redirect_url).toContain(order.id)
    expect(await store.orders()).toHaveLength(1)
  })

  it("settles nothing again for other bytes that say the same", async () => {
    const { reference, order } = await store.buy()
    const rawBody = Buffer.from(
      JSON.stringify(paidCallback(reference), null, 1)
    )
    expect(
      await store.ledger.callbacks.record(rawBody, parseCallback(rawBody))
    ).toMatchObject({ next: "settled", checkout: { order_id: order.id } })
  })

  it("still waits for the commit of everything but a counted duplicate", async () => {
    const { reference } = await store.buy()
    const duplicates = 20
    await Promise.all(
      Array.from({ length: duplicates }, () =>
        store.deliver(paidCallback(reference))
      )
    )
    const connections = await Promise.all(
      Array.from({ length: duplicates }, () =>
        store.db.raw("show synchronous_commit")
      )
    )
    for (const { rows } of connections) {
      expect(rows).toEqual([{ synchronous_commit: "on" }])
    }
    expect(await deliveriesOf(reference)).toContain(duplicates)
  })

  it("counts the duplicates that come while others are counted by one more statement", async () => {
    const payments = [await store.buy(), await store.buy()]
    const { ledger } = store
    const deliver = (payment = 0) => {
      const body = JSON.stringify(paidCallback(payments[payment]!.reference))
      const rawBody = Buffer.from(body)
      return ledger.callbacks.record(rawBody, parseCallback(rawBody))
    }
    await Promise.all([deliver(0), deliver(1)])
    const counting = new Promise((sent) => ledger["db"].once("query", sent))
    const { answer, statements } = await countStatements(
      ledger["db"],
      async () => {
        const one = deliver(0)
        await counting
        return Promise.all([one, deliver(0), deliver(1), deliver(0)])
      }
    )
    expect(statements).toBe(2)
    const orders = payments.map(({ order }) => order.id)
    expect(answer).toMatchObject(
      [0, 0, 1, 0].map((payment) => ({
        next: "settled",
        checkout: { order_id: orders[payment] },
      }))
    )
    expect(await deliveriesOf(payments[0]!.reference)).toContain(4)
    expect(await deliveriesOf(payments[1]!.reference)).toContain(2)
  })

  it("counts every duplicate that two processes get at once", async () => {
    const payments = [await store.buy(), await store.buy(), await store.buy()]
    for (const { reference } of payments) {
      await store.deliver(paidCallback(reference))
    }
    const digests = payments.map(({ reference }) =>
      digestOf(paidCallback(reference))
    )
    const { db } = store
    const now = new Date()
    const flood = async (order: string[]) => {
      const counter = new DuplicateCounter(db)
      for (let round = 0; round < 50; round++) {
        await Promise.all(order.map((digest) => counter.count(digest, now)))
      }
    }
    await Promise.all([flood(digests), flood([...digests].reverse())])
    for (const { reference } of payments) {
      expect(await deliveriesOf(reference)).toContain(101)
    }
  })

  it("locks callbacks in one order, so that two processes cannot deadlock", async () => {
    const payments = [await store.buy(), await store.buy()]
    const { db } = store
    const ids = ["instcb_locked_last", "instcb_locked_first"]
    for (const [index, { reference }] of payments.entries()) {
      await store.deliver(paidCallback(reference))
      const digest = digestOf(paidCallback(reference))
      await db("instalments_callback")
        .where({ digest })
        .update({ id: ids[index] })
    }
    const lock = (index: number, trx: Knex) =>
      trx("instalments_callback")
        .where({ id: ids[index] })
        .forUpdate()
        .skipLocked()
        .select("id")
    const other = await db.transaction()
    await lock(0, other)
    const counter = new DuplicateCounter(db)
    const counted = Promise.all(
      payments.map(({ reference }) =>
        counter.count(digestOf(paidCallback(reference)), new Date())
      )
    )
    await someoneWaits(db)
    expect(await lock(1, other)).toEqual([])
    await other.commit()
    expect(await counted).toEqual([
      expect.objectContaining({ order_id: payments[0]!.order.id }),
      expect.objectContaining({ order_id: payments[1]!.order.id }),
    ])
  })

  it("gives up counting when the database does not answer, and counts the next ones", async () => {
    const { reference } = await store.buy()
    await store.deliver(paidCallback(reference))
    const { db } = store
    const digest = digestOf(paidCallback(reference))
    const counter = new DuplicateCounter(db, 200)
    const now = new Date()
    const other = await db.transaction()
    await other.raw("lock table instalments_callback")
    await expect(counter.count(digest, now)).rejects.toThrow(/timeout/i)
    await other.commit()
    expect(await counter.count(digest, now)).toMatchObject({
      order_id: expect.stringMatching(/^order_/),
    })
  })

  it("refuses the duplicates whose statement failed, and counts the next ones", async () => {
    const { reference } = await store.buy()
    const { db } = store
    const deliver = () => store.deliver(paidCallback(reference))
    await deliver()
    await db.raw("alter table instalments_callback rename to away")
    const refused = await Promise.all([deliver(), deliver(), deliver()])
    await db.raw("alter table away rename to instalments_callback")
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503])
    expect((await deliver()).status).toBe(200)
    expect(await deliveriesOf(reference)).toContain(2)
  })
})

const digestOf = (callback: object) =>
  createHash("sha256").update(JSON.stringify(callback)).digest("hex")

/** Answers once a statement waits for a lock of another. */
async function someoneWaits(db: Knex): Promise<void> {
  const { rows } = (await db.raw(
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  )) as { rows: unknown[] }
  if (rows.length === 0) {
    await someoneWaits(db)
  }
}
