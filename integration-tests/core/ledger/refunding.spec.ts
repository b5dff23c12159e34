import fc from "fast-check"
import { optionsWith } from "../../../src/cli/doctor/__tests__/options"
import { stateOf } from "../../../src/modules/instalments/checkout/state"
import {
  TABLES,
  type CheckoutRow,
  type RefundRequestRow,
} from "../../../src/modules/instalments/ledger/rows"
import { LeaseKeeper } from "../../../src/modules/instalments/ledger/lease"
import { DueRefunds } from "../../../src/modules/instalments/refunds/due"
import { RefundFiling } from "../../../src/modules/instalments/refunds/filing"
import { PaymentReturns } from "../../../src/modules/instalments/refunds/returns"
import { RefundSending } from "../../../src/modules/instalments/refunds/sending"
import { candidatesOf } from "../../../src/modules/instalments/refunds/evidence"
import { isOver } from "../../../src/modules/instalments/refunds/state"
import { RefundStore } from "../../../src/modules/instalments/refunds/store"
import { UnmatchedRefunds } from "../../../src/modules/instalments/refunds/unmatched"
import { POSSIBLE } from "./checkout-standings"
import {
  ago,
  checkout,
  checkouts,
  DAY,
  HOUR,
  MINUTE,
  NOW,
  paid,
  refund,
  refunds,
} from "./database/rows"
import { withLedger } from "./database/with-ledger"

const PAID = 10_000
const WAITS = { waitMs: 20_000 }
const now = () => NOW.getTime()
const listed = (id: string, changes: object = {}) => ({
  id,
  amount: 1_000,
  currency: "ZAR",
  status: "requested",
  created_at: "2026-11-22T10:00:00Z",
  ...changes,
})

withLedger((ledger) => {
  const options = optionsWith({})
  let filing: RefundFiling
  let returns: PaymentReturns
  let unmatched: UnmatchedRefunds
  beforeEach(() => {
    filing = new RefundFiling(ledger.db, options, now)
    returns = new PaymentReturns(ledger.db, options, now)
    unmatched = new UnmatchedRefunds(ledger.db, now)
  })

  const rows = () =>
    ledger.db<RefundRequestRow>(TABLES.refundRequest).orderBy("created_at")
  const readCheckout = async (id: string) =>
    (await ledger.db<CheckoutRow>(TABLES.checkout).where({ id }).first())!
  const standing = async (reference: string) =>
    (await rows().where({ reference }))
      .filter(({ status }) => !isOver(status))
      .reduce((sum, { amount }) => sum + amount, 0)
  const end = (id: string, status: RefundRequestRow["status"]) =>
    ledger.db(TABLES.refundRequest).where({ id }).update({ status })
  const merchant = (reference: string, amount: number) => ({
    reference,
    amount,
    reason: "merchant" as const,
  })
  let ids = 0
  /** Returns a payment; its lease is nobody else's, so only locks keep two apart. */
  const giveBack = (id: string, reason: string, by = returns) =>
    new LeaseKeeper(ledger.db).run(
      `payment:${++ids}`,
      (lease) => by.file(id, reason, lease),
      WAITS
    )

  describe("refunds that are asked for", () => {
    it("never come to more than was paid, in whatever order they are asked for and end", async () => {
      const step = fc.oneof(
        fc.record({ amount: fc.integer({ min: 1, max: PAID }) }),
        fc.record({
          ends: fc.nat(9),
          as: fc.constantFrom(
            ...(["failed", "refused", "withdrawn", "complete"] as const)
          ),
        })
      )
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
          const { id } = await checkout(ledger.db, paid())
          for (const one of steps) {
            // What has ended in vain stays so here: the service may take that
            // back after the money was asked for again, and a person is told.
            const known = (await rows().where({ reference: id })).filter(
              ({ status }) => !isOver(status)
            )
            const left = PAID - (await standing(id))
            if ("amount" in one) {
              const filed = await filing
                .file(merchant(id, one.amount))
                .catch((error: Error) => error)
              expect(filed instanceof Error).toBe(one.amount > left)
            } else if (known[one.ends]) {
              await end(known[one.ends]!.id, one.as)
            }
            expect(await standing(id)).toBeLessThanOrEqual(PAID)
          }
        }),
        { numRuns: 40 }
      )
    })

    it("never come to more than was paid when two processes file twenty at once", async () => {
      const { id } = await checkout(ledger.db, paid())
      const other = new RefundFiling(ledger.process(), options, now)
      const filed = await Promise.allSettled(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? filing : other).file(merchant(id, 3_000))
        )
      )
      expect(filed.filter(({ status }) => status === "fulfilled")).toHaveLength(
        3
      )
      expect(await standing(id)).toBe(9_000)
    })

    it("are one when Medusa asks twice for the same, also at once", async () => {
      const { id } = await checkout(ledger.db, paid())
      const asked = { ...merchant(id, 1_000), refund_id: "ref_1" }
      const filed = await Promise.all([filing.file(asked), filing.file(asked)])
      expect(filed[0]!.id).toBe(filed[1]!.id)
      expect(await filing.file({ ...asked, amount: 5 })).toMatchObject({
        ...{ id: filed[0]!.id, amount: 1_000 },
      })
    })

    it("add up to the cent, though Medusa's have decimals behind it", async () => {
      // R 1 494,9885, for which R 1 494,99 were paid, in parts of more than a cent.
      const whole = 14_949_885
      const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 148_000 }), {
        minLength: 1,
        maxLength: 4,
      })
      await fc.assert(
        fc.asyncProperty(cuts, async (at) => {
          const paidFor = { ...paid(), amount: 149_499 }
          const { id } = await checkout(ledger.db, paidFor)
          const ends = at.sort((a, b) => a - b).map((cut) => cut * 101)
          const byId = new Map<string, string>()
          let begin = 0
          for (const end of [...ends, whole]) {
            const asked = String((end - begin) / 10_000)
            const refund_id = `ref_${++ids}`
            const medusa = { asked, byId, booking: null }
            await filing.file({ ...merchant(id, 0), refund_id }, medusa)
            byId.set(refund_id, asked)
            begin = end
          }
          expect(await standing(id)).toBe(149_499)
        }),
        { numRuns: 30 }
      )
    })

    it("take the place of what has failed, and are filed until Medusa's books hold them", async () => {
      const { id } = await checkout(ledger.db, paid())
      const failed = await filing.file(merchant(id, PAID))
      await end(failed.id, "failed")
      const booking = {
        ...{ order_id: "order_1", version: 1, amount: "100", credit: "0" },
      }
      const asked = { ...merchant(id, PAID), refund_id: "ref_1" }
      const medusa = { asked: 100, byId: new Map(), booking }
      const again = await filing.file(asked, medusa)
      expect(again).toMatchObject({ status: "filed", booking, amount: PAID })
      expect(again.books_after!.getTime()).toBeGreaterThan(now())
      expect((await rows().where({ id: failed.id }))[0]).toMatchObject({
        superseded_by: again.id,
      })
    })

    it("are refused in words for a payment that the ledger does not have, or that is not paid", async () => {
      await expect(filing.file(merchant("inst_none", 1))).rejects.toThrow(
        "no payment with reference inst_none"
      )
      const { id } = await checkout(ledger.db)
      await expect(filing.file(merchant(id, 1))).rejects.toThrow()
      expect(await rows()).toEqual([])
    })

    it("are kept as refused with why, of the amount that would have been filed", async () => {
      const { id } = await checkout(ledger.db, paid())
      const medusa = { asked: "12.345", byId: new Map(), booking: null }
      const asked = { reference: id, reason: "merchant" as const }
      await filing.recordRefusal(asked, "Too late.", medusa)
      await filing.recordRefusal(asked, "Nothing.", { ...medusa, asked: 0.004 })
      expect(await rows()).toMatchObject([
        { status: "refused", amount: 1_235, last_error: "Too late." },
      ])
      expect(await standing(id)).toBe(0)
    })
  })

  describe("a payment without an order", () => {
    /** As of a process that was stopped: the next who asks for the lease gets it. */
    const leasesThatEndAtOnce = () =>
      new LeaseKeeper(ledger.db, {
        ...{ endsAfterMs: 0, renewEveryMs: 10_000, retryEveryMs: 5 },
      })

    it("goes back from the states that the list names, and from no other", async () => {
      for (const change of POSSIBLE) {
        const row = await checkout(ledger.db, { ...paid(), ...change })
        const filed = await giveBack(row.id, "Late").catch(() => null)
        const may = ["paid", "held", "returned"].includes(stateOf(row))
        expect([change, filed !== null]).toEqual([change, may])
        expect(await standing(row.id)).toBe(may ? PAID : 0)
        expect(stateOf(await readCheckout(row.id))).toBe(
          may ? "returned" : stateOf(row)
        )
      }
    })

    it("goes back once, whole, however many return it at once", async () => {
      const { id } = await checkout(ledger.db, paid())
      const other = new PaymentReturns(ledger.process(), options, now)
      await Promise.all(
        [returns, other, returns, other].map((by) => giveBack(id, "Late", by))
      )
      expect(await rows()).toMatchObject([
        { amount: PAID, reason: "unplaced", status: "scheduled" },
      ])
    })

    it("goes back whole and no more when a merchant refunds a part of it at once", async () => {
      const other = new PaymentReturns(ledger.process(), options, now)
      for (let round = 0; round < 10; round++) {
        const { id } = await checkout(ledger.db, paid())
        await Promise.allSettled([
          filing.file(merchant(id, 3_000)),
          giveBack(id, "Late", other),
          filing.file(merchant(id, 4_000)),
        ])
        expect(await standing(id)).toBe(PAID)
        expect(stateOf(await readCheckout(id))).toBe("returned")
      }
    })

    it("is not returned by who has lost its lease", async () => {
      const { id } = await checkout(ledger.db, paid())
      const stopped = leasesThatEndAtOnce().run(
        "payment",
        async (lease) => {
          await new LeaseKeeper(ledger.db).run("payment", async () => {}, WAITS)
          await expect(returns.file(id, "Late", lease)).rejects.toThrow(
            "another one has taken over payment"
          )
        },
        WAITS
      )
      await expect(stopped).rejects.toThrow("taken over")
      expect(await rows()).toEqual([])
      expect(stateOf(await readCheckout(id))).toBe("paid")
    })

    it("has its lease kept until it is written that it goes back", async () => {
      const { id } = await checkout(ledger.db, paid())
      const blocks = await ledger.process().transaction()
      await blocks(TABLES.checkout).where({ id }).forUpdate()
      const first = leasesThatEndAtOnce().run(
        "payment",
        (lease) => returns.file(id, "Late", lease),
        WAITS
      )
      first.catch(() => {})
      await ledger.locksAreWaitedFor(1)
      const second = new LeaseKeeper(ledger.process()).run(
        "payment",
        async () => stateOf(await readCheckout(id)),
        WAITS
      )
      await Promise.race([second, ledger.locksAreWaitedFor(2)])
      await blocks.commit()
      expect(await second).toBe("returned")
    })

    it("goes back as much as the service holds, less what is on its way", async () => {
      const { id } = await checkout(ledger.db, {
        ...paid(),
        outcome: "held",
        paid_amount: 9_000,
      })
      await refund(ledger.db, { reference: id, amount: 2_000 })
      await refund(ledger.db, { reference: id, amount: 500, status: "failed" })
      await giveBack(id, "Late")
      expect(await returns.onItsWay(id)).toBe(9_000)
      expect((await rows()).map(({ amount }) => amount).sort()).toEqual(
        [2_000, 500, 7_000].sort()
      )
    })

    it("is refused by name when the ledger does not have it", async () => {
      await expect(giveBack("inst_none", "Late")).rejects.toThrow(
        "no checkout inst_none"
      )
    })

    it("is held again when its refund fails, returned when all is on its way again, and told of once", async () => {
      const { id } = await checkout(ledger.db, paid())
      await giveBack(id, "No stock")
      const [first] = await rows()
      expect(await returns.recount(id)).toBeNull()
      await end(first!.id, "failed")
      const held = await returns.recount(id)
      expect(held).toMatchObject({
        outcome: "held",
        held_kind: "return_failed",
      })
      expect(held!.held_reason).toMatch(/^No stock; R.100,00 of it could not/)
      expect(await returns.recount(id)).toBeNull()
      await giveBack(id, held!.held_reason!)
      const second = (await rows()).at(-1)!
      await end(second.id, "failed")
      expect((await returns.recount(id))!.held_reason).toBe(held!.held_reason)
      await refund(ledger.db, { reference: id, amount: PAID })
      expect(await returns.recount(id)).toMatchObject({ outcome: "returned" })
    })

    it("that is placed, or not paid, is never recounted", async () => {
      for (const change of POSSIBLE) {
        const row = await checkout(ledger.db, { ...paid(), ...change })
        await refund(ledger.db, { reference: row.id, status: "failed" })
        if (!["returned"].includes(stateOf(row))) {
          expect(await returns.recount(row.id)).toBeNull()
          expect(await readCheckout(row.id)).toEqual(row)
        }
      }
    })
  })

  describe("what was paid beyond Medusa's payment", () => {
    const placed = { outcome: "placed", paid_amount: 12_000 } as const

    it("goes back once, when all of that payment is refunded, however many ask at once", async () => {
      const { id } = await checkout(ledger.db, { ...paid(), ...placed })
      await filing.file(merchant(id, 9_999))
      expect(await returns.fileSurplus(id)).toBeNull()
      await filing.file(merchant(id, 1))
      const other = new PaymentReturns(ledger.process(), options, now)
      await Promise.all(
        [returns, other, returns, other].map((by) => by.fileSurplus(id))
      )
      expect((await rows()).map(({ amount }) => amount)).toEqual([
        ...[9_999, 1, 2_000],
      ])
      expect(await standing(id)).toBe(12_000)
      expect((await rows()).at(-1)).toMatchObject({
        ...{ reason: "merchant", status: "scheduled", refund_id: null },
      })
    })

    it.each([
      ["less", 1_000, 2_000],
      ["more", 11_000, 1_000],
    ])(
      "goes back also where the service refunds %s of the rest than was asked for, as far as it has it",
      async (_, service_amount, left) => {
        const { id } = await checkout(ledger.db, { ...paid(), ...placed })
        const { id: rest } = await filing.file(merchant(id, PAID))
        await ledger
          .db("instalments_refund_request")
          .where({ id: rest })
          .update({ service_amount })
        expect(await returns.fileSurplus(id)).toMatchObject({ amount: left })
      }
    )

    it("is nothing of a payment of what was asked for, nor of one without an order", async () => {
      for (const change of [{ outcome: "placed" } as const, {}]) {
        const { id } = await checkout(ledger.db, { ...paid(), ...change })
        await filing.file(merchant(id, PAID))
        expect(await returns.fileSurplus(id)).toBeNull()
      }
      const { id } = await checkout(ledger.db, {
        ...{ ...paid(), ...placed, outcome: "held" },
      })
      await filing.file(merchant(id, PAID))
      expect(await returns.fileSurplus(id)).toBeNull()
    })
  })

  describe("what support has refunded of a payment without an order", () => {
    const book = (id: string, refund_request_id: string, amount = PAID) =>
      new LeaseKeeper(ledger.db).run(
        `payment:${++ids}`,
        (lease) => returns.book(id, { refund_request_id, amount }, lease),
        WAITS
      )

    it("is booked in the states in which a payment can be returned, and in no other", async () => {
      for (const change of POSSIBLE) {
        const row = await checkout(ledger.db, { ...paid(), ...change })
        const entry = `refund_${row.id}`
        await unmatched.keep([listed(entry, { amount: PAID })])
        const booked = await book(row.id, entry).catch(() => null)
        const may = ["paid", "held", "returned"].includes(stateOf(row))
        expect([change, booked !== null]).toEqual([change, may])
        expect(await standing(row.id)).toBe(may ? PAID : 0)
        expect(stateOf(await readCheckout(row.id))).toBe(
          may ? "returned" : stateOf(row)
        )
      }
    })

    it("is followed and never sent, and replaces the return that the service refused", async () => {
      const { id } = await checkout(ledger.db, { ...paid(), outcome: "held" })
      const refusal = await refund(ledger.db, {
        ...{ reference: id, amount: PAID, reason: "unplaced" },
        ...{ status: "refused", finished_at: NOW },
      })
      await unmatched.keep([listed("a", { amount: PAID, status: "pending" })])
      const booked = await book(id, "a")
      expect(booked).toMatchObject({
        ...{
          status: "requested",
          service_status: "pending",
          next_check_at: NOW,
        },
        ...{ reason: "unplaced", refund_request_id: "a", sent_at: null },
      })
      expect(await rows().where({ id: refusal.id })).toMatchObject([
        { superseded_by: booked.id },
      ])
    })

    it("is booked beside what is on its way, and never more than is left", async () => {
      const { id } = await checkout(ledger.db, { ...paid(), outcome: "held" })
      await refund(ledger.db, { reference: id, amount: 4_000 })
      await unmatched.keep([
        ...[listed("a", { amount: 6_001 }), listed("b", { amount: 1_000 })],
        listed("c", { amount: 5_000 }),
      ])
      await expect(book(id, "a", 6_001)).rejects.toThrow("At most")
      await book(id, "b", 1_000)
      expect(stateOf(await readCheckout(id))).toBe("held")
      await book(id, "c", 5_000)
      expect(stateOf(await readCheckout(id))).toBe("returned")
      expect(await standing(id)).toBe(PAID)
    })
  })

  describe("the refund requests that may be sent", () => {
    const due = () => new DueRefunds(ledger.db, options, now)
    const sending = () =>
      new RefundSending(ledger.db, { options } as never, now)
    const maxWait = { maxWaitMs: 0, urgency: "on_demand" } as const
    /** Payments that the service knows, for refunds to be of. */
    const payments = (...ids: string[]) =>
      checkouts(
        ledger.db,
        ids.map((id) => ({ ...paid(), id }))
      )

    it("are the scheduled ones that are due, the longest due first", async () => {
      const others = ["filed", "in_doubt", "requested", "withdrawn"] as const
      await payments("a", "b", "c", ...others)
      const all = await refunds(ledger.db, [
        { reference: "a", send_after: ago(MINUTE) },
        { reference: "b", send_after: ago(HOUR) },
        { reference: "c", send_after: new Date(now() + 1) },
        ...others.map((status) => ({ reference: status, status })),
      ])
      const first = await due().toSend(10)
      expect(first.map(({ id }) => id)).toEqual([all[1]!.id, all[0]!.id])
      expect(await due().toSend(1)).toHaveLength(1)
    })

    it("are the others, however many wait for one of their payment that is in doubt", async () => {
      const free = Array.from({ length: 10 }, (_, n) => ({
        reference: `free_${n}`,
      }))
      await payments("doubted", ...free.map(({ reference }) => reference))
      await refund(ledger.db, { reference: "doubted", status: "in_doubt" })
      const waiting = Array.from({ length: 110 }, () => ({
        ...{ reference: "doubted", send_after: ago(2 * HOUR) },
      }))
      const all = await refunds(ledger.db, [...waiting, ...free])
      const found = (await due().toSend(100)).map(({ id }) => id)
      expect(found.sort()).toEqual(
        all
          .slice(110)
          .map(({ id }) => id)
          .sort()
      )
    })

    it.each<[string, Partial<RefundRequestRow>]>([
      ["is on its way", { status: "sending" }],
      ["may be there already", { status: "scheduled", doubted_at: ago(HOUR) }],
    ])("are none of a payment of which another one %s", async (_, other) => {
      await payments("one", "another")
      const [row, free] = await refunds(ledger.db, [
        { reference: "one" },
        { reference: "another" },
        { ...other, reference: "one", send_after: new Date(now() + HOUR) },
      ])
      expect(await due().toSend(10)).toEqual([free])
      expect(await sending().send(row!, maxWait)).toBeNull()
    })

    it("are none of a payment whose id at the service is not known", async () => {
      await checkout(ledger.db, { ...paid(), id: "one", checkout_id: null })
      await payments("another")
      const [row, free] = await refunds(ledger.db, [
        { reference: "one" },
        { reference: "another" },
      ])
      expect(await due().toSend(10)).toEqual([free])
      expect(await sending().send(row!, maxWait)).toBeNull()
    })
  })

  describe("an unmatched refund of the service", () => {
    it("is kept once, with the service's newest status, unless its amount is too large for the ledger", async () => {
      await unmatched.keep([listed("a"), listed("b", { amount: 2 ** 40 })])
      await unmatched.keep([listed("a", { status: "complete", amount: 5 })])
      expect(await unmatched.newest(10)).toMatchObject({
        count: 1,
        rows: [{ id: "a", status: "complete", amount: 1_000, seen_at: NOW }],
      })
    })

    it("has a higher number than all that were seen before, also where the sequence is behind", async () => {
      await unmatched.keep([listed("a"), listed("b")])
      const last = await unmatched.lastNumber()
      await ledger.db.raw(
        "select setval(pg_get_serial_sequence('instalments_unmatched_refund', 'seen_number'), 1, false)"
      )
      await unmatched.keep([listed("b"), listed("c")])
      await unmatched.keep([listed("d")])
      const numbers = await ledger
        .db("instalments_unmatched_refund")
        .orderBy("seen_number")
        .select("id", "seen_number")
      expect(numbers.slice(1)).toEqual([
        { id: "b", seen_number: last },
        { id: "c", seen_number: last + 1 },
        { id: "d", seen_number: last + 2 },
      ])
    })

    it("is no refund request of the ledger, and is found by its amount", async () => {
      await unmatched.keep([
        listed("a"),
        listed("b"),
        listed("c", { amount: 7 }),
      ])
      await refund(ledger.db, { refund_request_id: "a", status: "requested" })
      const { rows: newest, count } = await unmatched.newest(1)
      expect([newest.length, count]).toEqual([1, 2])
      const found = await unmatched.ofAmounts([1_000])
      expect(found.map(({ id }) => id)).toEqual(["b"])
    })

    it("has been seen when an earlier list had it, or it is a refund request that was sent before", async () => {
      await unmatched.keep([listed("a")])
      const before = { numbered: await unmatched.lastNumber(), sent: NOW }
      await refund(ledger.db, {
        refund_request_id: "b",
        status: "requested",
        sent_at: ago(1),
      })
      const seen = (...ids: string[]) =>
        unmatched.wereAllSeen(
          ids.map((id) => listed(id)),
          before
        )
      expect(await seen("a", "b")).toBe(true)
      expect(await seen("a", "b", "c")).toBe(false)
      await unmatched.keep([listed("a"), listed("c")])
      expect(await seen("a", "b")).toBe(true)
      expect(await seen("a", "b", "c")).toBe(false)
    })

    it("is counted once with those that were sent before, so that a list of as many has no other", async () => {
      await unmatched.keep([listed("a"), listed("b")])
      const sent = (refund_request_id: string | null, minutes: number) =>
        refund(ledger.db, {
          ...{ refund_request_id, status: "requested" as const },
          sent_at: ago(minutes),
        })
      await sent("b", 2)
      await sent("c", 2)
      await sent("d", 0)
      await sent(null, 2)
      expect(await unmatched.countKnown(ago(1))).toBe(3)
    })

    it("that is seen after a refund was sent may be it, also after it is sent again on a person's word", async () => {
      const store = new RefundStore(ledger.db)
      const row = await refund(ledger.db, { send_after: ago(9) })
      const claim = async (after: number) => {
        const claimed = await store.claimed(row, ago(after), "service_1")
        expect(claimed).toMatchObject({ status: "sending" })
        return claimed!
      }
      const isCandidate = async (id: string) => {
        const [{ seen_before_sent } = {}] = await rows()
        const { amount } = row
        const it = { amount, seen_before_sent: seen_before_sent ?? null }
        const unknown = await unmatched.ofAmounts([amount])
        return candidatesOf(it, { unknown }).some((one) => one.id === id)
      }
      const { amount } = row
      await unmatched.keep([listed("before", { amount })])
      const first = await claim(8)
      await unmatched.keep([listed("after", { amount })])
      const next_check_at = ago(7)
      const lost = { event: "unanswered" as const, next_check_at }
      const doubt = await store.failedToSend(first, lost)
      expect(await store.saidAbsent(doubt!, ago(6))).not.toBeNull()
      await claim(5)
      expect(await isCandidate("before")).toBe(false)
      expect(await isCandidate("after")).toBe(true)
    })

    it("is none of one that was sent before this was kept", async () => {
      const store = new RefundStore(ledger.db)
      const row = await refund(ledger.db, {
        ...{ send_after: ago(9), doubted_at: ago(9) },
      })
      await unmatched.keep([listed("a")])
      expect(await store.claimed(row, ago(5), "service_1")).toMatchObject({
        seen_before_sent: null,
      })
    })

    const book = (
      reference: string,
      refund_request_id: string,
      amount = 1_000
    ) =>
      filing.file(
        {
          ...merchant(reference, amount),
          refund_request_id,
          refund_id: `ref_${++ids}`,
        },
        {
          asked: amount / 100,
          byId: new Map(),
          booking: {
            order_id: "order_1",
            version: 1,
            amount: "10",
            credit: "0",
          },
        }
      )

    it("is booked once, however many ask at once, and never sent", async () => {
      const { id } = await checkout(ledger.db, paid())
      await unmatched.keep([listed("a")])
      const booked = await Promise.allSettled([book(id, "a"), book(id, "a")])
      expect(booked.map(({ status }) => status).sort()).toEqual([
        "fulfilled",
        "rejected",
      ])
      expect(await rows()).toMatchObject([
        {
          status: "filed",
          refund_request_id: "a",
          service_status: "requested",
        },
      ])
    })

    it.each<[string, () => Promise<unknown>, RegExp]>([
      ["is not listed", async () => {}, /no refund a that stands/],
      [
        "has failed",
        () => unmatched.keep([listed("a", { status: "failed" })]),
        /no refund a that stands/,
      ],
      [
        "is of another amount",
        () => unmatched.keep([listed("a", { amount: 999 })]),
        /not of R.10,00/,
      ],
      [
        "is of another currency",
        () => unmatched.keep([listed("a", { currency: "NAD" })]),
        /not of R.10,00/,
      ],
      [
        "is a refund request here",
        async () => {
          await unmatched.keep([listed("a")])
          await refund(ledger.db, { refund_request_id: "a", status: "pending" })
        },
        /here already/,
      ],
      [
        "may be a refund request whose answer was lost",
        async () => {
          await unmatched.keep([listed("a")])
          await refund(ledger.db, { status: "in_doubt", reference: "other" })
        },
        /End that doubt first/,
      ],
    ])("is refused in words when it %s", async (_, happens, words) => {
      const { id } = await checkout(ledger.db, paid())
      await happens()
      const before = await rows()
      await expect(book(id, "a")).rejects.toThrow(words)
      expect(await rows()).toEqual(before)
      expect(before.length).toBeLessThan(2)
    })
  })

  it("a refund of the purchase day waits for the next morning, or is refused where the store wants that", async () => {
    const today = { paid_at: ago(HOUR), paid_not_before: ago(HOUR) }
    const { id } = await checkout(ledger.db, { ...paid(), ...today })
    const strict = {
      ...options,
      refunds: { ...options.refunds, sameDay: "reject" as const },
    }
    const filed = await filing.file(merchant(id, 1_000))
    expect(filed.send_after).toEqual(new Date(now() + DAY - 2 * HOUR))
    await expect(
      new RefundFiling(ledger.db, strict, now).file(merchant(id, 1_000))
    ).rejects.toThrow()
    // Nobody is there to ask again for what the system returns.
    const returned = await new RefundFiling(ledger.db, strict, now).file({
      ...merchant(id, 1_000),
      reason: "unplaced",
    })
    expect(returned.send_after).toEqual(filed.send_after)
  })
})
