import { RuleError } from "../../src/modules/instalments/client/errors"
import { boughtYesterday, MINUTE } from "../harness/calendar"
import { tomorrowMorning } from "../harness/calendar"
import { readTotals } from "../harness/read-totals"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const DAY = 24 * 60 * MINUTE
const create = { path: "/api/refunds", method: "POST" }
/** Of R 1 399,55: more than half, so the service accepts no second one. */
const MOST = 1_000
const PART = 100.5
const THERE = expect.stringMatching(/^(requested|pending|complete)$/)
const OTHER = "checkout-of-another-shop"

/** Refunds in doubt among others that are alike, and what the service's list may do. */
withStore((store) => {
  const actions = refundActions(store)
  const { refund, requests, atService, sendings, later } = actions
  const { endDoubt, alerts, told, fail, runs } = actions
  const entries = () => [...store.sandbox.refundRequests.values()]
  const sent = () => store.runJob("refunds")
  const askedAgain = async () => {
    await later(2)
    await later(2)
    await later(2)
  }
  /** A refund that the service has without any of our requests. */
  const listed = (id: string, amount: number, checkout_id = OTHER) => {
    store.sandbox.refundRequests.set(id, {
      ...{ id, checkout_id, amount, currency: "ZAR", status: "requested" },
      created_at: new Date(store.sandbox.now()).toISOString(),
      next_move_at: null,
    })
    return id
  }
  const isLost = (kind: "lost_answer" | "down", times = 1) =>
    store.sandbox.fault({ ...create, kind, times })
  async function lost(amount: number) {
    const purchase = await boughtYesterday(store)
    isLost("lost_answer")
    expect((await refund(purchase.payment, amount)).status).toBe(200)
    await sent()
    expect(await requests()).toMatchObject([{ status: "in_doubt" }])
    return purchase
  }
  /** Two payments whose refunds of one amount were lost at about the same time. */
  async function twoLost(amount: number) {
    const first = await store.buy()
    const second = await store.buy()
    await tomorrowMorning(store)
    isLost("lost_answer", 2)
    await refund(first.payment, amount)
    await refund(second.payment, amount)
    await sent()
    const rows = await requests()
    const itself = (row: { checkout_id: string | null }) =>
      entries().find(({ checkout_id }) => checkout_id === row.checkout_id)!
    return { rows, itself }
  }

  describe("among others", () => {
    it("it is not matched with another shop's because support has refunded its payment", async () => {
      const { payment, reference } = await boughtYesterday(store)
      const { checkout_id } = await store.row(reference)
      listed("part-by-support", 50_000, checkout_id!)
      await later(60)
      isLost("down")
      await refund(payment, MOST)
      await sent()
      const other = listed("refund-by-support", 100_000)
      await askedAgain()
      await later(15)
      expect(await requests()).toMatchObject([
        {
          ...{ status: "in_doubt", refund_request_id: null },
          held_reason: expect.stringMatching(
            `may be for another refund of its payment.*${other}`
          ),
        },
      ])
      expect(atService()).toEqual([50_000, 100_000])
    })

    it("it is held with both ids, never guessed, when another doubt is alike, also of more than half of what is left", async () => {
      const { rows, itself } = await twoLost(MOST)
      await askedAgain()
      await later(10)
      const ids = entries().map(({ id }) => id)
      for (const { status, held_reason } of await requests()) {
        expect(status).toBe("in_doubt")
        ids.forEach((id) => expect(held_reason).toContain(id))
      }
      for (const row of rows) {
        const said = { refund_request_id: itself(row).id }
        expect((await endDoubt(row.id, said)).status).toBe(200)
      }
      await later(60)
      expect(await requests()).toMatchObject([
        { status: "complete" },
        { status: "complete" },
      ])
      expect(atService()).toEqual([100_000, 100_000])
    })

    it("a person ends it by its own id alone, however that is spelt, and by nothing that cannot be it", async () => {
      const { rows, itself } = await twoLost(PART)
      await askedAgain()
      const [one, other] = rows.map(({ id }) => id)
      const cases: [object, number][] = [
        [{ refund_request_id: "no-such-refund" }, 409],
        [{}, 400],
        [{ absent: false }, 400],
        [{ absent: true, failed: true }, 400],
      ]
      for (const [end, status] of cases) {
        const answer = await endDoubt(one!, end)
        expect([end, answer.status]).toEqual([end, status])
        expect(answer.data.message).toMatch(/^[A-Z].*\.$/)
      }
      expect((await endDoubt("no-such-row", { absent: true })).status).toBe(404)
      const entry = itself(rows[0]!)
      const { id } = entry
      entry.amount = 9_999
      const differs = await endDoubt(one!, { refund_request_id: id })
      expect(differs.status).toBe(409)
      expect(differs.data.message).toMatch(/is of R\s99,99/)
      entry.amount = 10_050
      // A service whose ids are UUIDs may find them however they are spelt.
      const { refundRequests } = store.sandbox
      const typed = { refund_request_id: id.toUpperCase() }
      refundRequests.set(id.toUpperCase(), entry)
      expect((await endDoubt(one!, typed)).status).toBe(200)
      for (const again of [typed, { refund_request_id: id }]) {
        expect((await endDoubt(other!, again)).status).toBe(409)
      }
      expect(await requests()).toMatchObject([
        { refund_request_id: id },
        { status: "in_doubt", refund_request_id: null },
      ])
    })

    it("a person does not end it by a refund that was listed before it was sent", async () => {
      const { payment, reference } = await boughtYesterday(store)
      const old = listed("22222222-0000-4000-8000-000000000000", 20_000)
      await store.passTime(60 * MINUTE)
      await sent()
      await store.passTime(5 * DAY)
      // It never reaches the service.
      store.sandbox.fault({ ...create, kind: "error", status: 500, times: 1 })
      await refund(payment, 200)
      const [row] = await requests()
      expect(row).toMatchObject({ status: "in_doubt" })
      expect(await endDoubt(row!.id, { refund_request_id: old })).toMatchObject(
        {
          status: 409,
          data: { message: expect.stringContaining("so it is another one.") },
        }
      )
      expect(await alerts(reference)).toMatchObject([
        { kind: "refund-in-doubt" },
      ])
      const { data } = await endDoubt(row!.id, { absent: true })
      expect(data.refund_request).toMatchObject({ status: "scheduled" })
      await runs()
      const { checkout_id } = await store.row(reference)
      expect(entries().map((one) => one.checkout_id)).toContain(checkout_id)
    })
  })

  it("is refused by the service after a person has said that the first one was never there, and out of the books", async () => {
    const { order, payment, reference } = await boughtYesterday(store)
    // Its support has refunded a part, and the store's own request never arrives.
    await store.sandbox.refund(reference, 100_000)
    isLost("down")
    await refund(payment, 1399.55)
    await sent()
    await askedAgain()
    for (let minutes = 0; minutes < 40; minutes += 10) {
      await later(10)
    }
    const [held] = await requests()
    expect(held).toMatchObject({
      status: "in_doubt",
      held_reason: expect.stringMatching(/end the doubt/),
    })
    expect((await endDoubt(held!.id, { absent: true })).status).toBe(200)
    await later(2)
    await later(2)
    expect(await requests()).toMatchObject([
      { status: "refused", refund_request_id: null },
    ])
    expect(await readTotals(store, order.id)).toMatchObject({
      ...{ refunded_total: 0, refunds: [] },
    })
    expect(atService()).toEqual([100_000])
  })

  it.each([PART, MOST])(
    "of R %d is never at the service twice, whatever its clock and ours say before and after",
    async (amount) => {
      const moves = [
        async () => void (store.ledger.options.clockOffset += 11 * MINUTE),
        () => store.sandbox.advance(11 * MINUTE),
      ]
      for (const [i, move] of moves.entries()) {
        const { payment } = await boughtYesterday(store)
        await move()
        isLost("lost_answer")
        await refund(payment, amount)
        await sent()
        await move()
        await askedAgain()
        await later(15)
        await later(15)
        expect(atService()).toHaveLength(i + 1)
        const row = (await requests()).at(-1)!
        const known = entries().at(-1)!.id
        expect([row.refund_request_id, row.held_reason].join()).toContain(known)
        await endDoubt(row.id, { refund_request_id: known })
        await fail()
      }
    }
  )

  describe("the service's list", () => {
    const refusal = new RuleError("no such page", 404, "Not found.")

    /** However often the list is asked for, nothing is sent again. */
    async function isForPerson() {
      for (let run = 0; run < 11; run++) {
        await later(2)
      }
      expect(await requests()).toMatchObject([
        {
          status: "in_doubt",
          held_reason: expect.stringContaining("cannot be read"),
        },
      ])
      expect(await store.ledger.listSweeps({ id: "refund-list" })).toEqual([])
      expect(sendings()).toBe(1)
    }

    it("is read from the beginning when the next page no longer exists", async () => {
      await lost(MOST)
      const backTo = new Date(store.ledger.now())
      await store.ledger.readings.keep("refund-list", {
        ...{ begunAt: backTo, backTo, page: { number: 7, items: 100 } },
        seen: {
          ...{ newestFirst: true, falls: true, lowest: null, missing: [] },
          ...{ pages: 6, failures: 0, numbered: 0 },
          ...{ isCounting: false, toItsEnd: false },
          ...{ marks: [], size: 0, joins: false, counts: 0 },
        },
      })
      jest
        .spyOn(store.ledger.client, "listRefunds")
        .mockRejectedValueOnce(refusal)
      await askedAgain()
      await askedAgain()
      expect(await requests()).toMatchObject([{ status: THERE }])
      expect(atService()).toEqual([100_000])
    })

    it.each([
      ["refuses every page", () => Promise.reject(refusal)],
      [
        "leads back to its first page",
        async () => ({
          ...{ data: [], unread: 0, links: { next: "" }, last: null },
          next: { number: 1, items: 100 },
        }),
      ],
    ])("leaves the doubt to a person when it %s", async (_, answer) => {
      await lost(PART)
      jest.spyOn(store.ledger.client, "listRefunds").mockImplementation(answer)
      await isForPerson()
    })

    it("leaves the doubt to a person when an entry that may be it cannot be read", async () => {
      await lost(PART)
      entries()[0]!.amount = 100.5
      await isForPerson()
    })

    it("is a person's to ask for when the service has not answered for it in two days", async () => {
      const { reference } = await lost(PART)
      const gone = { path: "/api/refunds", method: "GET", status: 500 }
      store.sandbox.fault({ ...gone, kind: "error", times: 100 })
      await later(60)
      expect(await told(reference)).toContain("Nothing has to be done")
      await later(48 * 60)
      expect(await told(reference)).not.toContain("Nothing has to be done")
      expect(await told(reference)).toMatch(
        /Ask its support, and end the doubt/
      )
    })

    it("proves no absence while it lacks what the service has accepted", async () => {
      const { payment } = await boughtYesterday(store)
      await refund(payment, 50)
      await sent()
      await later(2)
      const [accepted] = entries()
      isLost("down")
      await refund(payment, PART)
      await sent()
      store.sandbox.refundRequests.delete(accepted!.id)
      await later(2)
      await later(11)
      await later(11)
      expect(sendings()).toBe(2)
      store.sandbox.refundRequests.set(accepted!.id, accepted!)
      await later(2)
      await later(11)
      await later(2)
      expect(atService()).toEqual([5_000, 10_050])
    })

    it("of 2,000 refunds of others is read for what is new and its last page, within the limits", async () => {
      const PAGES = 20
      const pages = () => store.sandbox.journal.counts["GET /api/refunds"] ?? 0
      store.sandbox.set({ refunds: { order: "newest_first" } })
      for (let i = 100 * PAGES; i > 0; i--) {
        const made = store.sandbox.now() - i * 60 * MINUTE
        store.sandbox.refundRequests.set(listed(`others-${i}`, 10_050), {
          ...{ id: `others-${i}`, checkout_id: `of-others-${i}` },
          ...{ amount: 10_050, currency: "ZAR", status: "complete" },
          ...{ created_at: new Date(made).toISOString(), next_move_at: null },
        })
      }
      await later(60)
      for (let run = 1; run < PAGES; run++) {
        await later(1)
      }
      expect(pages()).toBe(PAGES)
      await lost(MOST)
      // Two readings, and the one that had begun before it was sent.
      for (let run = 0; run < 10; run++) {
        await later(1)
      }
      expect(await requests()).toMatchObject([{ status: THERE }])
      expect(atService().slice(100 * PAGES)).toEqual([100_000])
      expect(pages() - PAGES).toBeLessThanOrEqual(9)
    })

    it("has no part in doubt sent twice that moves to a page which was read", async () => {
      store.sandbox.set({
        refunds: { order: "newest_first", approveAfterMs: 10_000 * MINUTE },
      })
      // More than a page has, each of another amount.
      for (let i = 0; i < 120; i++) {
        listed(`00000000-0000-4000-8000-${1_000 + i}00000000`, 20_000 + i)
      }
      const { payment } = await boughtYesterday(store)
      // Each hour the list is read for what others refund.
      for (const minutes of [61, 2, 2, 2]) {
        await later(minutes)
      }
      isLost("lost_answer")
      await refund(payment, PART)
      await sent()
      const [own, ...others] = entries().reverse()
      /** The service moves requests on: they are those that changed last. */
      const change = (moved: typeof others, status: "pending" | "complete") => {
        for (const { id } of moved) {
          const one = store.sandbox.refundRequests.get(id)!
          store.sandbox.refundRequests.delete(id)
          store.sandbox.refundRequests.set(id, { ...one, status })
        }
      }
      const batches = [["pending", 2] as const, ["complete", 4] as const]
      for (const [status, minutes] of batches) {
        // It changes the oldest first, and ours in the midst of the reading.
        change([...others].reverse(), status)
        await later(minutes)
        change([own!], status)
        await later(2)
        await later(7)
      }
      await later(2)
      await later(2)
      expect(atService().filter((cents) => cents === 10_050)).toHaveLength(1)
      expect(await requests()).toMatchObject([
        { status: "in_doubt", held_reason: expect.stringContaining(own!.id) },
      ])
    })

    it("tells of many at once, within the limits", async () => {
      const { payment } = await boughtYesterday(store)
      for (let i = 0; i < 3; i++) {
        await refund(payment, 100)
      }
      await later(30)
      const counts = store.sandbox.journal.counts
      expect(counts["GET /api/refunds/:id"] ?? 0).toBeLessThanOrEqual(3)
      // The hourly check for what others have refunded.
      expect(counts["GET /api/refunds"]).toBe(1)
    })
  })
})
