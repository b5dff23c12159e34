import { countStatements } from "../../harness/count-statements"
import { paidCallback } from "../../harness/paid-callback"
import { AttentionList } from "../../../src/modules/instalments/attention/list"
import { optionsWith } from "../../../src/cli/doctor/__tests__/options"
import { readCallback } from "../../../src/modules/instalments/callback/parse-callback"
import { CallbackStore } from "../../../src/modules/instalments/callback/store"
import { stateOf } from "../../../src/modules/instalments/checkout/state"
import { readValue } from "../../../src/modules/instalments/ledger/kept-values"
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
    return into.record(readCallback(rawBody)!)
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
    return row
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
      const known = {
        ...CANCELLED,
        checkout_id: "service_1",
        next_check_at: null,
      }
      const row = await checkout(ledger.db, known)
      await deliver(paidCallback(row.id))
      expect(await read(row)).toMatchObject({ next_check_at: NOW })
    })

    it.each([
      [{ amount: 10_000, currency: "zar", checkout_id: "SERVICE_1" }],
      [{ amount: "10000", currency: null }],
    ])("is believed when it says %j, which is the row's", async (more) => {
      const row = await checkout(ledger.db, RECEIVED)
      await deliver({ ...paidCallback(row.id), ...more })
      expect(await read(row)).toMatchObject({ status: "successful" })
    })

    const OTHER = [
      { amount: 100 },
      { amount: "100.00" },
      { amount: "all" },
      { amount: {} },
      { currency: "USD" },
      { currency: "ZAR\0" },
      { checkout_id: "service_2" },
    ]
    it.each(OTHER)(
      "is not believed before the service is asked when it says %j, which is not the row's",
      async (more) => {
        for (const status of ["successful", "cancelled"]) {
          const row = await checkout(ledger.db, {
            ...RECEIVED,
            checkout_id: `service_1${status}`,
          })
          const said = { client_reference_id: row.id, status, ...more }
          const [field] = Object.keys(more)
          expect(await deliver(said)).toMatchObject({ next: "confirm" })
          expect(await read(row)).toMatchObject({
            ...{ status: "received", next_check_at: NOW },
          })
          expect(await callbacks().where({ reference: row.id })).toMatchObject([
            { held_reason: expect.stringContaining(`another ${field} than`) },
          ])
        }
      }
    )

    it("that is of another amount is held when the service cannot be asked", async () => {
      const row = await checkout(ledger.db, { creation: "unanswered" })
      expect(
        await deliver({ ...paidCallback(row.id), amount: 1 })
      ).toMatchObject({
        next: "nothing",
        held_reason: expect.stringContaining("another amount"),
      })
      expect(await read(row)).toMatchObject({ status: null })
    })

    it("is counted as one more delivery when it comes again, however it is spaced, and is one more row when it says more", async () => {
      const row = await checkout(ledger.db)
      const body = paidCallback(row.id)
      await deliver(body)
      expect(await deliver(body)).toMatchObject({ next: "settle" })
      for (const spaces of [1, 2, 3]) {
        await deliver(JSON.stringify(body, null, spaces))
      }
      expect(await deliveriesOf(row.id)).toEqual([5])
      await deliver({ ...body, n: 1 })
      expect((await deliveriesOf(row.id)).sort()).toEqual([1, 5])
    })

    it("that is not understood makes the pending checkout that it names due for a check", async () => {
      const row = await checkout(ledger.db, RECEIVED)
      await deliver({ client_reference_id: row.id, status: "approved" })
      expect(await read(row)).toMatchObject({
        ...{ status: "received", next_check_at: NOW, poll_requested_at: NOW },
      })
    })

    it.each(["received", "cancelled", "invalid_payload"])(
      "counts for a checkout that was closed as %s nine years ago: its row is never deleted",
      async (status) => {
        const row = await checkout(ledger.db, {
          ...{ status, outcome: "closed", creation: "answered" },
          ...{ opened_at: ago(9 * 365 * DAY), next_check_at: null },
        })
        await store.prune(NOW, 1_000)
        expect(await deliver(paidCallback(row.id))).toMatchObject({
          ...{ next: "settle", checkout: { id: row.id, amount: 10_000 } },
        })
      }
    )

    it("settles nothing again when other bytes say the same", async () => {
      const { id, order_id } = await settled()
      expect(await deliver({ ...paidCallback(id), n: 1 })).toMatchObject({
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
    it("are one statement, and are told where the shopper goes", async () => {
      const { id, order_id } = await settled()
      const { answer, statements } = await countStatements(ledger.db, () =>
        deliver(paidCallback(id))
      )
      expect(statements).toBe(1)
      expect(answer).toMatchObject({
        ...{ next: "settled", checkout: { order_id } },
      })
      expect(await deliveriesOf(id)).toEqual([2])
    })

    it("are all counted that two processes get at once", async () => {
      const payments = [await settled(), await settled()]
      const other = new CallbackStore(ledger.process(), optionsWith({}), () =>
        now.getTime()
      )
      const flood = (into: CallbackStore, order: { id: string }[]) =>
        Promise.all(
          Array.from({ length: 20 }, () =>
            Promise.all(order.map(({ id }) => deliver(paidCallback(id), into)))
          )
        )
      await Promise.all([
        flood(store, payments),
        flood(other, [...payments].reverse()),
      ])
      for (const { id } of payments) {
        expect(await deliveriesOf(id)).toEqual([41])
      }
    })

    it("are none while the payment is open, or the first delivery was held", async () => {
      const open = await checkout(ledger.db, paid())
      await deliver(paidCallback(open.id))
      expect(await deliver(paidCallback(open.id))).toMatchObject({
        next: "settle",
      })
      const cancelled = { ...paidCallback("nobody's"), status: "cancelled" }
      await deliver(cancelled)
      expect(await deliver(cancelled)).toMatchObject({
        ...{ next: "nothing", held_reason: expect.any(String) },
      })
    })
  })

  it("counts callbacks that are not believed in one value, with why and when the last one came", async () => {
    await Promise.all(
      Array.from({ length: 20 }, () => store.countUnverified("No signature."))
    )
    now = new Date(NOW.getTime() + HOUR)
    await store.countUnverified("Another key.")
    expect(await readValue(ledger.db, "unverified-callbacks")).toEqual({
      ...{ count: 21, last_at: now.toISOString() },
      last_reason: "Another key.",
    })
  })
})
