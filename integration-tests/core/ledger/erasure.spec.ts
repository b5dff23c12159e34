import { optionsWith } from "../../../src/cli/doctor/__tests__/options"
import { AttentionList } from "../../../src/modules/instalments/attention/list"
import { CallbackStore } from "../../../src/modules/instalments/callback/store"
import { CheckoutErasing } from "../../../src/modules/instalments/checkout/erasing"
import { CheckoutStore } from "../../../src/modules/instalments/checkout/store"
import { stateOf } from "../../../src/modules/instalments/checkout/state"
import {
  TABLES,
  type CallbackRow,
  type CheckoutRow,
  type RefundRequestRow,
} from "../../../src/modules/instalments/ledger/rows"
import { Erasure } from "../../../src/modules/instalments/people/erasure"
import { Retention } from "../../../src/modules/instalments/people/retention"
import { OVER, THERE } from "../../../src/modules/instalments/refunds/state"
import { RefundStore } from "../../../src/modules/instalments/refunds/store"
import { POSSIBLE } from "./checkout-standings"
import {
  ago,
  callback,
  checkouts,
  DAY,
  HOUR,
  NOW,
  paid,
  refunds,
} from "./database/rows"
import { withLedger } from "./database/with-ledger"

const PERSON = {
  own: ["thandeka@unmistakable.example", "+27825550199"],
  shared: ["Thandeka", "14 Kestrelhoek"],
}
const SAID = "Thandeka of 14 kestrelhoek (082 555 0199) owes R 100,00"
const LEFT = "[erased] of [erased] ([erased]) owes R 100,00"
const LEADS = {
  payment_url: "https://pay.example/1",
  success_url: "https://shop.example/?who=thandeka%40unmistakable.example",
}

withLedger((ledger) => {
  let stores: {
    checkouts: CheckoutStore
    erasing: CheckoutErasing
    refunds: RefundStore
    callbacks: CallbackStore
    attention: AttentionList
  }
  let erasure: Erasure
  const now = () => NOW.getTime()
  beforeEach(() => {
    const { db } = ledger
    const options = optionsWith({})
    stores = {
      checkouts: new CheckoutStore(db),
      erasing: new CheckoutErasing(db),
      refunds: new RefundStore(db),
      callbacks: new CallbackStore(db, options, now),
      attention: new AttentionList(db, options, now),
    }
    erasure = new Erasure(db, stores)
  })

  const erase = (cart_ids: string[], order_ids: string[] = []) =>
    erasure.erase({ cart_ids, order_ids }, PERSON)
  const rows = <Row>(table: string): Promise<Row[]> =>
    ledger.db(table).orderBy("id") as never
  /** A note about something that is resolved; when and about what may be given. */
  const note = (changes: object) =>
    ledger.db("instalments_resolution").insert({
      ...{ id: `instres_${++notes}`, key: `k_${notes}`, kind: "held-payment" },
      ...{ title: "Held", opened_at: ago(HOUR), action: "resolve" },
      ...{ note: SAID, resolved_by: "user_1", resolved_at: NOW },
      ...changes,
    })
  let notes = 0

  describe("a person who is erased", () => {
    it("is out of the person's checkouts in every state, and nothing else of them changes", async () => {
      const written = await checkouts(
        ledger.db,
        POSSIBLE.map((standing) => ({
          ...standing,
          ...LEADS,
          ...{ held_reason: SAID, last_error: null, look_after: ago(HOUR) },
        }))
      )
      const before = await rows<CheckoutRow>(TABLES.checkout)
      const { checkouts: erased } = await erase(
        written.map(({ cart_id }) => String(cart_id))
      )
      expect(erased).toHaveLength(POSSIBLE.length)
      const after = await rows<CheckoutRow>(TABLES.checkout)
      expect(after).toEqual(
        before.map((row) => ({
          ...row,
          ...{ payment_url: null, success_url: null },
          ...{ fingerprint: "[erased]", held_reason: LEFT },
        }))
      )
      expect(after.map(stateOf)).toEqual(before.map(stateOf))
    })

    it("stays out of a checkout that was being created, and nothing else of the answer is lost", async () => {
      const [row] = await checkouts(ledger.db, [{ payment_url: null }])
      const { id, cart_id } = row!
      await erase([String(cart_id)])
      await stores.checkouts.created(id, {
        ...{ checkout_id: "co_late", payment_url: "https://pay.example/late" },
        ...{ status: "received", look_after: NOW },
      })
      expect(await rows(TABLES.checkout)).toMatchObject([
        { checkout_id: "co_late", status: "received", payment_url: null },
      ])
    })

    it("is out of what pays what an order owes, and other people stay", async () => {
      const [balance, other] = await checkouts(ledger.db, [
        { ...LEADS, cart_id: null, order_id: "order_1" },
        { ...LEADS, last_error: SAID },
      ])
      await erase([], ["order_1"])
      const after = await rows<CheckoutRow>(TABLES.checkout)
      expect(after.find(({ id }) => id === other!.id)).toEqual(other)
      expect(after.find(({ id }) => id === balance!.id)).toMatchObject({
        payment_url: null,
      })
    })

    it("is out of refund requests in every status, and whether one waits for a person stays", async () => {
      const [{ id: reference, cart_id }] = (await checkouts(ledger.db, [
        paid(),
      ])) as [CheckoutRow]
      const statuses: RefundRequestRow["status"][] = [
        ...(["filed", "scheduled", "sending", "in_doubt"] as const),
        ...THERE,
        ...OVER,
      ]
      await refunds(
        ledger.db,
        [...new Set(statuses)].flatMap((status) => [
          { reference, status, last_error: SAID, books_error: SAID },
          { reference, status, held_reason: SAID },
        ])
      )
      const before = await rows<RefundRequestRow>(TABLES.refundRequest)
      const { refund_requests } = await erase([String(cart_id)])
      expect(refund_requests.sort()).toEqual(before.map(({ id }) => id).sort())
      const cleaned = (text: string | null) => text && LEFT
      expect(await rows(TABLES.refundRequest)).toEqual(
        before.map((row) => ({
          ...row,
          last_error: cleaned(row.last_error),
          held_reason: cleaned(row.held_reason),
          books_error: cleaned(row.books_error),
        }))
      )
    })

    it("is out of callbacks, which still say what they said of the money", async () => {
      const [{ id: reference, cart_id }] = (await checkouts(ledger.db, [
        paid(),
      ])) as [CheckoutRow]
      const old = { received_at: ago(DAY), last_received_at: ago(DAY) }
      const [ours, fresh, strangers, others] = [
        await callback(ledger.db, {
          ...{ ...old, reference, body: SAID, held_reason: SAID },
        }),
        await callback(ledger.db, { reference, number_of_payments: 3 }),
        await callback(ledger.db, {
          ...{ ...old, reference: `x ${PERSON.own[0]}`, body: "{}" },
          held_reason: "No checkout of this store has it",
        }),
        await callback(ledger.db, {
          body: "Thandeka",
          held_reason: "Thandeka",
        }),
      ]
      const { callbacks } = await erase([String(cart_id)])
      expect(callbacks.sort()).toEqual([ours.id, fresh.id, strangers.id].sort())
      const after = new Map(
        (await rows<CallbackRow>(TABLES.callback)).map((row) => [row.id, row])
      )
      expect(after.get(ours.id)).toEqual({
        ...ours,
        ...{ body: "[erased]", held_reason: LEFT, digest: `erased:${ours.id}` },
      })
      // The service may send it once more, and that is the same row then.
      expect(after.get(fresh.id)).toEqual(fresh)
      expect(after.get(strangers.id)).toEqual({
        ...strangers,
        ...{ reference: "x [erased]", body: "[erased]" },
        digest: `erased:${strangers.id}`,
      })
      expect(after.get(others.id)).toEqual(others)
    })

    it("takes nothing of a held callback whose e-mail only contains the person's", async () => {
      const held = { held_reason: "No checkout of this store has it" }
      const [other, hers] = [
        await callback(ledger.db, {
          ...held,
          body: `{"to":"no${PERSON.own[0]}"}`,
        }),
        await callback(ledger.db, { ...held, body: `"Hi\\n${PERSON.own[0]}"` }),
      ]
      expect(await erase([])).toMatchObject({ callbacks: [hers.id] })
      const bodies = await ledger.db(TABLES.callback).pluck("body")
      expect(bodies.sort()).toEqual([String(other.body), "[erased]"].sort())
    })

    it("is out of the notes about the person's payments as a whole, and of others by e-mail and phone number", async () => {
      const [{ id: reference, cart_id }] = (await checkouts(ledger.db, [
        paid(),
      ])) as [CheckoutRow]
      await note({ reference, note: "Told her by phone" })
      await note({ note: "The same as THANDEKA@unmistakable.example" })
      await note({ note: "Thandeka is another shopper" })
      expect(await erase([String(cart_id)])).toMatchObject({ notes: 2 })
      const left = await ledger.db("instalments_resolution").pluck("note")
      expect(left.sort()).toEqual([
        "Thandeka is another shopper",
        "The same as [erased]",
        "[erased]",
      ])
      expect(await erase([String(cart_id)])).toMatchObject({ notes: 0 })
    })

    it("takes nothing of a held callback or a note of another address that ends with the person's", async () => {
      const theirs = [`jo.${PERSON.own[0]}`, `${PERSON.own[0]}.za`]
      for (const address of theirs) {
        await callback(ledger.db, {
          held_reason: "No checkout of this store has it",
          body: `{"email":"${address}"}`,
        })
        await note({ note: `Told ${address}`, reference: address })
      }
      const before = [
        await rows(TABLES.callback),
        await rows("instalments_resolution"),
      ]
      expect(await erase([])).toMatchObject({ callbacks: [], notes: 0 })
      expect([
        await rows(TABLES.callback),
        await rows("instalments_resolution"),
      ]).toEqual(before)
    })

    it("is out of a text that another process writes in that moment", async () => {
      const [row] = await checkouts(ledger.db, [{ last_error: "Thandeka, 1" }])
      const { id, cart_id } = row!
      const other = await ledger.process().transaction()
      const last_error = "Thandeka, 2"
      await other(TABLES.checkout).where({ id }).update({ last_error })
      const erased = erase([String(cart_id)])
      await ledger.locksAreWaitedFor(1)
      await other.commit()
      await erased
      expect(await rows(TABLES.checkout)).toMatchObject([
        { last_error: "[erased], 2", fingerprint: "[erased]" },
      ])
    })
  })

  describe("what was kept long enough", () => {
    const OPTIONS = {
      callback: { ...optionsWith({}).callback, auditDays: 30 },
      retention: { checkoutsDays: 60, notesDays: 90 },
    }
    const run = () => new Retention(stores, OPTIONS, now).run()

    it("is erased by the day, and a second run finds nothing", async () => {
      await checkouts(ledger.db, [
        { ...LEADS, outcome: "placed", opened_at: ago(60 * DAY + 1) },
        { ...LEADS, outcome: "placed", opened_at: ago(60 * DAY) },
      ])
      await note({ resolved_at: ago(90 * DAY + 1) })
      await note({ resolved_at: ago(90 * DAY) })
      await callback(ledger.db, { last_received_at: ago(30 * DAY + 1) })
      await callback(ledger.db, { last_received_at: ago(30 * DAY) })
      expect(await run()).toEqual({ callbacks: 1, checkouts: 1, notes: 1 })
      expect(await run()).toEqual({ callbacks: 0, checkouts: 0, notes: 0 })
      expect(await rows(TABLES.callback)).toHaveLength(1)
    })

    it("is not taken out of a checkout that waits for its end or for a person", async () => {
      await checkouts(
        ledger.db,
        POSSIBLE.map((standing) => ({
          ...{ ...standing, ...LEADS, opened_at: ago(1_000 * DAY) },
        }))
      )
      await run()
      for (const row of await rows<CheckoutRow>(TABLES.checkout)) {
        const ended = ["placed", "returned", "closed"].includes(row.outcome)
        expect(row.fingerprint === "[erased]").toBe(ended)
        expect(row.payment_url === null).toBe(ended)
      }
    })

    it("is taken out of a checkout that the service does not know, which has no end", async () => {
      const unknown = { status: "received", unknown_at: ago(DAY) }
      await checkouts(ledger.db, [
        { ...LEADS, ...unknown, opened_at: ago(61 * DAY) },
      ])
      await run()
      expect(await rows(TABLES.checkout)).toMatchObject([
        { ...unknown, outcome: "open", fingerprint: "[erased]" },
      ])
    })

    it("is not deleted of a held callback until somebody has dealt with it", async () => {
      const old = {
        ...{ received_at: ago(99 * DAY), last_received_at: ago(99 * DAY) },
        ...{ held_reason: "The callback is not understood", body: "{}" },
      }
      const open = await callback(ledger.db, old)
      const { id } = await callback(ledger.db, old)
      const resolved = { note: null, opened_at: old.received_at }
      await note({ ...resolved, key: `held-callback:${id}` })
      expect(await run()).toMatchObject({ callbacks: 1 })
      expect(await rows(TABLES.callback)).toEqual([open])
      await note({ ...resolved, key: `held-callback:${open.id}` })
      expect(await run()).toMatchObject({ callbacks: 1 })
    })

    it("is erased in batches, until nothing is left", async () => {
      const before = { outcome: "closed" as const, opened_at: ago(61 * DAY) }
      await checkouts(ledger.db, Array(2_500).fill(before))
      const sizes: number[] = []
      const counted = {
        ...stores,
        erasing: {
          forget: async (moment: Date, limit: number) => {
            const size = await stores.erasing.forget(moment, limit)
            sizes.push(size)
            return size
          },
        },
      }
      const erased = await new Retention(counted, OPTIONS, now).run()
      expect(erased.checkouts).toBe(2_500)
      expect(sizes).toEqual([1_000, 1_000, 500])
    })
  })
})
