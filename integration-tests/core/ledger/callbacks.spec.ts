import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { countStatements } from "../../harness/count-statements"
import { paidCallback } from "../../harness/paid-callback"
import { AttentionList } from "../../../src/modules/instalments/attention/list"
import { optionsWith } from "../../../src/cli/doctor/__tests__/options"
import {
  DuplicateCounter,
  UnverifiedCounter,
} from "../../../src/modules/instalments/callback/counters"
import { parseCallback } from "../../../src/modules/instalments/callback/parse-callback"
import { CallbackStore } from "../../../src/modules/instalments/callback/store"
import { stateOf } from "../../../src/modules/instalments/checkout/state"
import {
  TABLES,
  type CheckoutRow,
} from "../../../src/modules/instalments/ledger/rows"
import { ago, callback, checkout, DAY, HOUR, NOW, paid } from "./database/rows"
import { withLedger } from "./database/with-ledger"

const CANCELLED: Partial<CheckoutRow> = {
  status: "cancelled",
  outcome: "closed",
  creation: "answered",
}
const RECEIVED: Partial<CheckoutRow> = {
  status: "received",
  creation: "answered",
  checkout_id: "service_1",
}

withLedger((ledger) => {
  let store: CallbackStore
  let now: Date
  beforeEach(() => {
    now = NOW
    store = new CallbackStore(ledger.db, optionsWith({}), () => now.getTime())
  })

  const deliver = (body: unknown, into = store) => {
    const rawBody = Buffer.from(
      typeof body === "string" ? body : JSON.stringify(body)
    )
    return into.record(rawBody, parseCallback(rawBody))
  }
  const callbacks = () => ledger.db(TABLES.callback)
  const read = async ({ id }: CheckoutRow) =>
    (await ledger.db<CheckoutRow>(TABLES.checkout).where({ id }).first())!
  const deliveriesOf = (reference: string): Promise<number[]> =>
    callbacks().where({ reference }).pluck("deliveries")
  /** A checkout whose order is placed and whose callback has come. */
  async function settled() {
    const order = { outcome: "placed", order_id: `order_${++orders}` } as const
    const row = await checkout(ledger.db, { ...paid(), ...order })
    await deliver(paidCallback(row.id))
    const [{ digest }] = await callbacks().where({ reference: row.id })
    return { ...row, digest: String(digest) }
  }
  let orders = 0

  describe("a verified callback", () => {
    it.each<[string, string, Partial<CheckoutRow>, string, string]>([
      ["successful", "creating", {}, "settle", "paid"],
      [
        "successful",
        "unanswered",
        { creation: "unanswered" },
        "settle",
        "paid",
      ],
      ["successful", "pending", RECEIVED, "settle", "paid"],
      ["successful", "paid", paid(), "settle", "paid"],
      [
        "successful",
        "placed",
        { ...paid(), outcome: "placed" },
        "settled",
        "placed",
      ],
      [
        "successful",
        "returned",
        { ...paid(), outcome: "returned" },
        "settled",
        "returned",
      ],
      ["successful", "held", { ...paid(), outcome: "held" }, "settled", "held"],
      [
        "successful",
        "closed",
        { ...RECEIVED, outcome: "closed" },
        "settle",
        "paid",
      ],
      ["successful", "closed", CANCELLED, "settle", "paid"],
      [
        "successful",
        "closed",
        { ...CANCELLED, checkout_id: "service_1" },
        "confirm",
        "closed",
      ],
      ["cancelled", "creating", {}, "cancelled", "closed"],
      [
        "cancelled",
        "unanswered",
        { creation: "unanswered" },
        "cancelled",
        "closed",
      ],
      ["cancelled", "pending", RECEIVED, "cancelled", "closed"],
      ["cancelled", "paid", paid(), "nothing", "paid"],
      [
        "cancelled",
        "placed",
        { ...paid(), outcome: "placed" },
        "nothing",
        "placed",
      ],
      [
        "cancelled",
        "returned",
        { ...paid(), outcome: "returned" },
        "nothing",
        "returned",
      ],
      ["cancelled", "held", { ...paid(), outcome: "held" }, "nothing", "held"],
      ["cancelled", "closed", CANCELLED, "nothing", "closed"],
    ])(
      "that says %s of a checkout that is %s",
      async (status, state, changes, next, leads) => {
        const row = await checkout(ledger.db, changes)
        expect(stateOf(row)).toBe(state)
        const body = { client_reference_id: row.id, status }
        expect(await deliver(body)).toMatchObject({ next })
        const after = await read(row)
        expect(stateOf(after)).toBe(leads)
        expect(after).toMatchObject({
          amount: row.amount,
          cart_id: row.cart_id,
        })
        const reason =
          status === "cancelled" && row.status === "successful"
            ? "the payment stands"
            : next === "confirm" && "has not confirmed"
        expect(await callbacks()).toMatchObject([
          {
            ...{ reference: row.id, status, deliveries: 1 },
            held_reason: reason ? expect.stringContaining(reason) : null,
          },
        ])
      }
    )

    it("makes its checkout due for a check when it contradicts a cancellation", async () => {
      const known = { ...CANCELLED, checkout_id: "service_1", look_after: null }
      const row = await checkout(ledger.db, known)
      await deliver(paidCallback(row.id))
      expect(await read(row)).toMatchObject({ look_after: NOW })
    })

    it("is counted as one more delivery when the same bytes come again, and is one more row when they differ", async () => {
      const row = await checkout(ledger.db)
      const body = paidCallback(row.id)
      await deliver(body)
      expect(await deliver(body)).toMatchObject({ next: "settle" })
      expect(await deliveriesOf(row.id)).toEqual([2])
      await deliver(JSON.stringify(body, null, 1))
      expect((await deliveriesOf(row.id)).sort()).toEqual([1, 2])
    })

    it.each(["received", "cancelled", "invalid_payload"])(
      "counts for a checkout that was closed as %s nine years ago: its row is never deleted",
      async (status) => {
        const row = await checkout(ledger.db, {
          ...{ status, outcome: "closed", creation: "answered" },
          ...{ opened_at: ago(9 * 365 * DAY), look_after: null },
        })
        await store.prune(NOW, 1_000)
        expect(await deliver(paidCallback(row.id))).toMatchObject({
          ...{ next: "settle", checkout: { id: row.id, amount: 10_000 } },
        })
      }
    )

    it("settles nothing again when other bytes say the same", async () => {
      const { id, order_id } = await settled()
      const other = JSON.stringify(paidCallback(id), null, 1)
      expect(await deliver(other)).toMatchObject({
        ...{ next: "settled", checkout: { order_id } },
      })
    })

    it("that says first that its checkout is paid is written with it in one statement: neither is there without the other", async () => {
      const row = await checkout(ledger.db, RECEIVED)
      const { statements } = await countStatements(ledger.db, () =>
        deliver(paidCallback(row.id))
      )
      // The first looks whether it has come before.
      expect(statements).toBe(2)
      expect(await deliveriesOf(row.id)).toEqual([1])
    })

    it("marks a payment once when ten with different bytes come at once, in two processes", async () => {
      const row = await checkout(ledger.db, RECEIVED)
      const other = new CallbackStore(ledger.process(), optionsWith({}), () =>
        now.getTime()
      )
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          deliver({ ...paidCallback(row.id), n: i }, i % 2 ? store : other)
        )
      )
      expect(new Set(answers.map(({ next }) => next))).toEqual(
        new Set(["settle"])
      )
      expect(await read(row)).toMatchObject({
        status: "successful",
        paid_at: NOW,
        number_of_payments: 3,
      })
      expect(await deliveriesOf(row.id)).toHaveLength(10)
    })

    it.each([
      [
        "for a reference that the ledger does not have",
        paidCallback("nobody's"),
        /nobody's/,
      ],
      ["that is no JSON, zero bytes and all", "\0 not json", /not JSON/],
      ["that is not understood", { client_reference_id: 5 }, /not understood/],
    ])("%s is kept and held", async (_, body, reason) => {
      expect(await deliver(body)).toMatchObject({
        ...{ next: "nothing", held_reason: expect.stringMatching(reason) },
      })
      const [kept] = await callbacks()
      expect(kept.held_reason).toMatch(reason)
      expect(kept.body).not.toContain("\0")
    })

    it("is deleted when it was kept for as long as the option says, by when it came last", async () => {
      await callback(ledger.db, { last_received_at: ago(DAY + 1) })
      const kept = await callback(ledger.db, {
        ...{ received_at: ago(DAY + 1), last_received_at: ago(DAY) },
      })
      expect(await store.prune(ago(DAY), 10)).toBe(1)
      expect(await callbacks().pluck("id")).toEqual([kept.id])
    })
  })

  describe("duplicates of a callback whose payment is settled", () => {
    it("that come while others are counted are counted by one more statement", async () => {
      const payments = [await settled(), await settled()]
      const again = (nth: number) => deliver(paidCallback(payments[nth]!.id))
      const counting = new Promise((sent) => ledger.db.once("query", sent))
      const { answer, statements } = await countStatements(
        ledger.db,
        async () => {
          const one = again(0)
          await counting
          return Promise.all([one, again(0), again(1), again(0)])
        }
      )
      expect(statements).toBe(2)
      expect(answer).toMatchObject(
        [0, 0, 1, 0].map((nth) => ({
          ...{ next: "settled" },
          checkout: { order_id: payments[nth]!.order_id },
        }))
      )
      expect(await deliveriesOf(payments[0]!.id)).toEqual([4])
      expect(await deliveriesOf(payments[1]!.id)).toEqual([2])
    })

    it("are all counted that two processes get at once", async () => {
      const payments = [await settled(), await settled(), await settled()]
      const digests = payments.map(({ digest }) => digest)
      const flood = async (db: Knex, order: string[]) => {
        const counter = new DuplicateCounter(db)
        for (let round = 0; round < 50; round++) {
          await Promise.all(order.map((digest) => counter.count(digest, NOW)))
        }
      }
      await Promise.all([
        flood(ledger.db, digests),
        flood(ledger.process(), [...digests].reverse()),
      ])
      for (const { id } of payments) {
        expect(await deliveriesOf(id)).toEqual([101])
      }
    })

    it("lock their rows in one order, so that two processes never deadlock", async () => {
      const payments = [await settled(), await settled()]
      const ids = ["instcb_locked_last", "instcb_locked_first"]
      for (const [i, { digest }] of payments.entries()) {
        await callbacks().where({ digest }).update({ id: ids[i] })
      }
      const lock = (nth: number, trx: Knex) =>
        trx(TABLES.callback)
          .where({ id: ids[nth] })
          .forUpdate()
          .skipLocked()
          .select("id")
      const other = await ledger.process().transaction()
      await lock(0, other)
      const counter = new DuplicateCounter(ledger.db)
      const counted = Promise.all(
        payments.map(({ digest }) => counter.count(digest, NOW))
      )
      await ledger.locksAreWaitedFor(1)
      expect(await lock(1, other)).toEqual([])
      await other.commit()
      expect(await counted).toMatchObject(
        payments.map(({ order_id }) => ({ order_id }))
      )
    })

    it("are given up when the database does not answer, and the next ones are counted", async () => {
      const { digest, order_id } = await settled()
      const counter = new DuplicateCounter(ledger.db, 200)
      const other = await ledger.process().transaction()
      await other.raw("lock table instalments_callback")
      await expect(counter.count(digest, NOW)).rejects.toThrow(/timeout/i)
      await other.commit()
      expect(await counter.count(digest, NOW)).toMatchObject({ order_id })
    })

    it("leave the connection that counted them waiting for each commit again", async () => {
      const { digest } = await settled()
      const one = ledger.process()
      await new DuplicateCounter(one).count(digest, NOW)
      const { rows } = await one.raw("show synchronous_commit")
      expect(rows).toEqual([{ synchronous_commit: "on" }])
    })

    it("are none while the payment is open, or the first delivery was held", async () => {
      const counter = new DuplicateCounter(ledger.db)
      const open = await checkout(ledger.db, paid())
      await callback(ledger.db, { reference: open.id, digest: "of-open" })
      const { id } = await settled()
      const held = { reference: id, digest: "of-held", held_reason: "?" }
      await callback(ledger.db, held)
      expect(await counter.count("of-open", NOW)).toBeNull()
      expect(await counter.count("of-held", NOW)).toBeNull()
      expect(await counter.count("unknown", NOW)).toBeNull()
    })
  })

  describe("callbacks that are not believed", () => {
    const tallies = () => ledger.db(TABLES.tally)

    it("are counted by one more statement for all that come while one is under way", async () => {
      const count = () => store.countUnverified("No signature.")
      const counting = new Promise((sent) => ledger.db.once("query", sent))
      const { statements } = await countStatements(ledger.db, async () => {
        const first = count()
        await counting
        await Promise.all([first, ...Array.from({ length: 30 }, count)])
      })
      expect(statements).toBe(2)
      expect(await tallies()).toMatchObject([{ count: 31 }])
    })

    it("are one row, with why and when the last one was not believed", async () => {
      await store.countUnverified("No signature.")
      now = new Date(NOW.getTime() + HOUR)
      await store.countUnverified("Another key.")
      expect(await tallies()).toMatchObject([
        { count: 2, last_at: now, last_reason: "Another key." },
      ])
    })

    it("are given up when the database does not answer, and the next ones are counted", async () => {
      const counter = new UnverifiedCounter(ledger.db, 200)
      const other = await ledger.process().transaction()
      await other.raw("lock table instalments_tally")
      await expect(counter.count("?", NOW)).rejects.toThrow(/timeout/i)
      await other.commit()
      await counter.count("?", NOW)
      // PostgreSQL may still count the one that was given up, once the lock is gone.
      const [tally] = await tallies()
      expect([1, 2]).toContain(tally?.count)
    })
  })
})
