import { optionsWith } from "../../../src/cli/doctor/__tests__/options"
import { keepValue } from "../../../src/modules/instalments/ledger/kept-values"
import { AttentionList } from "../../../src/modules/instalments/attention/list"
import {
  differencesOf,
  sourcesOf,
} from "../../../src/modules/instalments/domain/differences"
import type { CheckoutRow } from "../../../src/modules/instalments/ledger/rows"
import { RefundStore } from "../../../src/modules/instalments/refunds/store"
import { StatementReport } from "../../../src/modules/instalments/reports/statement"
import {
  ago,
  checkout,
  DAY,
  HOUR,
  MINUTE,
  NOW,
  paid,
  refund,
} from "./database/rows"
import { withLedger } from "./database/with-ledger"

const BANDS = [{ from_amount: 5_000, to_amount: 500_000, terms: [3] }]
const LATER = new Date(NOW.getTime() + HOUR)

/** What an alert or a statement says must not make a person pay twice, or nobody. */
withLedger((ledger) => {
  let attention: AttentionList
  let store: RefundStore
  beforeEach(async () => {
    const now = () => NOW.getTime()
    attention = new AttentionList(ledger.db, optionsWith({}), now)
    store = new RefundStore(ledger.db)
    await keepValue(ledger.db, "config", {
      ...{ rules: BANDS, fetched_at: NOW.toISOString() },
    })
  })

  const placed = (changes: Partial<CheckoutRow> = {}) =>
    checkout(ledger.db, {
      ...{ ...paid(), outcome: "placed", order_id: "order_1" },
      ...{ outcome_at: ago(DAY), order_amount: 10_000, ...changes },
    })
  const open = async () =>
    (await attention.read()).filter(({ resolution }) => !resolution)
  describe("an order that was placed by hand for a payment of another amount", () => {
    it.each([
      ["less than its order came to", 9_000],
      ["more than its order came to", 12_000],
    ])("is still told of when %s was paid", async (_, paid_amount) => {
      const { id } = await placed({ paid_amount })
      expect((await open()).map(({ key }) => key)).toEqual([
        `other-amount:${id}`,
      ])
    })
  })

  it("nobody is told to refund a shopper who has paid less than the order came to", async () => {
    await placed({ order_amount: 12_000 })
    const [alert] = await open()
    expect(alert).toMatchObject({ kind: "other-amount" })
    expect(alert!.text).not.toMatch(/refund the difference/i)
  })

  it("a held payment is shown with the amount that has arrived", async () => {
    await checkout(ledger.db, {
      ...{ ...paid(), outcome: "held", outcome_at: ago(MINUTE) },
      ...{ held_kind: "amount_differs", paid_amount: 9_000 },
    })
    expect(await open()).toMatchObject([{ amount: 9_000 }])
  })

  it("a refund that fails after it was resolved as complete is told of again", async () => {
    const { id: reference } = await placed()
    const row = await refund(ledger.db, {
      ...{ reference, status: "failed", finished_at: ago(2 * DAY) },
      ...{ sent_at: ago(3 * DAY), refund_request_id: "refund_1" },
      ...{ service_status: "failed", undone_at: ago(2 * DAY) },
    })
    const held_reason = "It is complete after all: do not refund it again."
    const ended = {
      check_count: 1,
      finished_at: ago(HOUR),
      next_check_at: LATER,
    }
    const complete = await store.said(row, "complete", {
      ...{ ...ended, held_reason },
    })
    const [cause] = await open()
    expect(cause).toMatchObject({ kind: "held-refund", text: held_reason })
    await attention.resolve(cause!, {
      ...{ action: "resolve", note: "Noted on the order" },
      resolved_by: "user_1",
    })
    await store.contradicted(complete!, "failed", "Now it says failed.")
    expect(await open()).toMatchObject([
      { refund_request: row.id, text: "Now it says failed." },
    ])
  })

  describe("a sending that the service accepted late, after it was decided otherwise", () => {
    const late = { refund_request_id: "refund_late", next_check_at: LATER }
    const own = async () => {
      const rows = await ledger.db("instalments_refund_request").where({
        refund_request_id: late.refund_request_id,
      })
      return rows[0]!
    }

    it("takes the place of the one that a person has called failed", async () => {
      const { id: reference } = await placed()
      const row = await refund(ledger.db, {
        ...{ reference, status: "failed", finished_at: NOW },
        ...{ sent_at: ago(MINUTE), refund_id: "ref_1", undone_at: NOW },
      })
      await store.acceptedLate(row, { ...late, word: "requested" })
      const texts = (await open()).map(({ text }) => text)
      expect(texts.join()).toContain("may be refunded twice")
      expect(texts.join()).not.toMatch(/refund again/)
    })

    it("keeps a person from refunding again when support has stopped the other one", async () => {
      const { id: reference } = await placed()
      const row = await refund(ledger.db, {
        ...{ reference, status: "requested", sent_at: ago(MINUTE) },
        ...{ refund_id: "ref_1", refund_request_id: "refund_1" },
      })
      await store.acceptedLate(row, { ...late, word: "requested" })
      const ended = { check_count: 1, finished_at: NOW, next_check_at: null }
      await store.said(await own(), "complete", ended)
      await store.said(row, "failed", ended)
      const texts = (await open()).map(({ text }) => text)
      expect(texts.join()).toContain("may be refunded twice")
      expect(texts.join()).not.toMatch(/refund again/)
    })

    it("is not offered to be returned once more when it fails", async () => {
      const { id: reference } = await placed()
      const row = await refund(ledger.db, {
        ...{ reference, status: "complete", finished_at: NOW },
        ...{ sent_at: ago(MINUTE), refund_id: "ref_1" },
        ...{ refund_request_id: "refund_1", service_status: "complete" },
      })
      await store.acceptedLate(row, { ...late, word: "requested" })
      const ended = { check_count: 1, finished_at: NOW, next_check_at: null }
      await store.said(await own(), "failed", ended)
      const alerts = await open()
      expect(alerts.flatMap(({ actions }) => actions)).not.toContain("retry")
    })

    it("is told of as owed when neither of the two returned the money", async () => {
      const { id: reference } = await placed()
      const row = await refund(ledger.db, {
        ...{
          reference,
          status: "failed",
          finished_at: NOW,
          filed_at: ago(DAY),
        },
        ...{ sent_at: ago(MINUTE), refund_id: "ref_1", undone_at: NOW },
      })
      await store.acceptedLate(row, { ...late, word: "requested" })
      const ended = { check_count: 1, finished_at: NOW, next_check_at: null }
      await store.said(await own(), "failed", ended)
      const alerts = await open()
      expect(
        alerts.find(({ refund_request }) => refund_request === row.id)?.text
      ).toMatch(/refund again/)
      expect(alerts).toHaveLength(2)
    })

    it("is not sent again, and only a person ends its doubt", async () => {
      const { id: reference } = await placed()
      const row = await refund(ledger.db, {
        ...{ reference, status: "in_doubt", sent_at: ago(MINUTE) },
      })
      const earlier = { ...row, sent_at: ago(DAY) }
      await store.acceptedLate(earlier, { ...late, word: "requested" })
      const alerts = await open()
      expect(
        alerts.find(({ kind }) => kind === "refund-in-doubt")?.actions
      ).toEqual(["end-doubt"])
    })

    it("of money without an order is returned, and not owed for ever", async () => {
      const { id: reference } = await checkout(ledger.db, {
        ...{ ...paid(), outcome: "returned", outcome_at: ago(DAY) },
      })
      const row = await refund(ledger.db, {
        ...{ reference, amount: 10_000, reason: "unplaced", status: "refused" },
        ...{ sent_at: ago(MINUTE), filed_at: ago(DAY), finished_at: NOW },
      })
      await store.acceptedLate(row, { ...late, word: "requested" })
      const ended = { check_count: 1, finished_at: NOW, next_check_at: null }
      await store.said(await own(), "complete", ended)
      const period = { currency: "ZAR", from: ago(30 * DAY), until: LATER }
      const statement = await new StatementReport(ledger.db).read(period)
      expect(statement).toMatchObject({
        returned: { amount: 10_000 },
        closing: { unplaced: 0, under_way: 0 },
      })
    })
  })

  it("a refund of the service that Medusa has not booked is counted once", async () => {
    const row = await placed()
    const made = await refund(ledger.db, {
      ...{ reference: row.id, amount: 2_000, status: "filed" },
      ...{ refund_request_id: "refund_1", service_status: "complete" },
      filed_at: NOW,
    })
    await ledger.db("instalments_unmatched_refund").insert({
      ...{ id: "refund_1", amount: 2_000, currency: "ZAR" },
      ...{ status: "complete", made_at: NOW.toISOString(), seen_at: NOW },
    })
    const refused = await store.unbooked(made, { now: NOW, why: "Killed" })
    const line = { checkout: row, refunds: [refused!], medusa: null }
    // It is the service's alone; in its line it would be told a second time.
    expect(sourcesOf(line).service.back).toBe(0)
    const back = differencesOf(line, "ZAR").filter(
      ({ of }) => of === "service-ledger back"
    )
    expect(back).toEqual([])
  })
})
