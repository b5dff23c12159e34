import { optionsWith } from "../../../src/cli/doctor/__tests__/options"
import { keepValue } from "../../../src/modules/instalments/ledger/kept-values"
import type { CauseKind } from "../../../src/modules/instalments/attention/cause"
import { AttentionList } from "../../../src/modules/instalments/attention/list"
import { UnmatchedCheckouts } from "../../../src/modules/instalments/checkout/unmatched"
import {
  TABLES,
  type CheckoutRow,
  type RefundRequestRow,
} from "../../../src/modules/instalments/ledger/rows"
import {
  ago,
  callback,
  checkout,
  checkouts,
  DAY,
  HOUR,
  MINUTE,
  NOW,
  paid,
  refund,
} from "./database/rows"
import { withLedger } from "./database/with-ledger"

const HELD: Partial<CheckoutRow> = { outcome: "held", outcome_at: ago(MINUTE) }
const BANDS = [{ from_amount: 5_000, to_amount: 500_000, terms: [3] }]
const LOST: Partial<CheckoutRow> = { creation: "unanswered" }

withLedger((ledger) => {
  let attention: AttentionList
  beforeEach(async () => {
    const now = () => NOW.getTime()
    attention = new AttentionList(ledger.db, optionsWith({}), now)
    // Without it, the missing config would be a cause of its own.
    await keepValue(ledger.db, "config", {
      ...{ rules: BANDS, fetched_at: NOW.toISOString() },
    })
  })

  const keys = async (reference?: string) =>
    (await attention.read(reference)).map(({ key }) => key)
  const open = async () =>
    (await attention.read())
      .filter(({ resolution }) => !resolution)
      .map(({ key }) => key)
  type Theirs = {
    id: string
    amount?: number
    opened_at?: Date
    seen_at?: Date
  }
  const theirs = (rows: Theirs[]) =>
    ledger.db("instalments_unmatched").insert(
      rows.map((row) => ({
        ...{ amount: 10_000, currency: "ZAR", opened_at: ago(HOUR) },
        ...{ seen_at: NOW, ...row },
      }))
    )

  const theirRefunds = (...rows: Record<string, unknown>[]) =>
    ledger.db("instalments_unmatched_refund").insert(
      rows.map((row) => ({
        ...{ amount: 10_000, currency: "ZAR", status: "complete" },
        ...{ made_at: NOW.toISOString(), seen_at: NOW, ...row },
      }))
    )

  it("has no causes while nothing is wrong", async () => {
    await checkouts(ledger.db, [
      ...[{}, LOST, paid(), { ...paid(), outcome: "placed" as const }],
      { ...paid(), outcome: "placed", order_amount: 10_000 },
      { ...paid(), outcome: "returned" },
    ])
    await callback(ledger.db)
    for (const status of [
      "filed",
      "scheduled",
      "requested",
      "complete",
      "withdrawn",
    ] as const) {
      const { id } = await checkout(ledger.db, paid())
      await refund(ledger.db, {
        ...{ reference: id, status, filed_at: NOW, send_after: NOW },
      })
    }
    expect(await attention.read()).toEqual([])
  })

  describe("of checkouts that the service created and does not know", () => {
    const unknown = (since: Date): Partial<CheckoutRow> => ({
      ...{ status: "received", unknown_at: since },
    })

    it("tells once for all, and again of those that come later", async () => {
      await checkouts(ledger.db, [
        ...[unknown(ago(HOUR)), unknown(ago(2 * HOUR))],
        // This is no such one, whatever the service answers.
        { ...unknown(NOW), status: "cancelled", outcome: "closed" },
      ])
      const [cause] = await attention.read()
      expect(cause).toMatchObject({
        ...{ key: "unknown-checkouts", count: 2, opened_at: ago(HOUR) },
        text: expect.stringMatching(
          /does not know 2 checkouts .*another account/
        ),
      })
      const resolved = { action: "resolve", note: null, resolved_by: "user_1" }
      await attention.resolve(cause!, resolved)
      expect(await open()).toEqual([])
      await checkout(ledger.db, unknown(NOW))
      expect(await attention.read()).toMatchObject([
        { count: 1, resolution: null },
      ])
    })
  })

  describe("of checkouts", () => {
    it.each<[CauseKind, Partial<CheckoutRow>]>([
      ["held-payment", { ...paid(), ...HELD }],
      ["other-amount", { ...paid(), outcome: "placed", order_amount: 9_999 }],
      [
        "denied-payment",
        { ...paid(), outcome: "placed", contradiction: "received" },
      ],
    ])("tells of %s, with its money", async (kind, row) => {
      const { id } = await checkout(ledger.db, row)
      expect(await attention.read(id)).toMatchObject([
        {
          ...{ key: `${kind}:${id}`, kind, reference: id, resolution: null },
          ...{ amount: 10_000, currency: "ZAR" },
        },
      ])
      expect(await keys()).toEqual([`${kind}:${id}`])
      expect(await keys("inst_other")).toEqual([])
    })

    it.each([
      ["placed", {}],
      ["booked", { cart_id: null }],
    ])(
      "does not ask for a held one to be %s while the service takes it back",
      async (_, known) => {
        const row = { ...HELD, ...known }
        const sure = await checkout(ledger.db, { ...paid(), ...row })
        const contradiction = "cancelled"
        const { id } = await checkout(ledger.db, {
          ...{ ...paid(), ...row, contradiction },
        })
        const [doubted] = await attention.read(id)
        expect(doubted!.actions).toEqual(["refund", "resolve"])
        expect(doubted!.text).toContain("The service says cancelled now")
        expect(doubted!.text).not.toContain("The money has arrived")
        const [held] = await attention.read(sure.id)
        expect(held!.actions).toEqual(["settle", "refund", "resolve"])
        expect(held!.text).toContain("The money has arrived")
      }
    )

    it("says that support may have refunded a held one, when the list shows a refund of what is left or the service refuses its return", async () => {
      const { id } = await checkout(ledger.db, { ...paid(), ...HELD })
      const read = async () => (await attention.read(id))[0]!
      const refused = await refund(ledger.db, {
        ...{ reference: id, amount: 10_000, status: "refused" },
        ...{ finished_at: NOW, remainder_refused_at: NOW },
      })
      expect(await read()).toMatchObject({
        ...{ actions: ["settle", "refund", "resolve"] },
        text: expect.stringContaining("may have refunded it already"),
      })
      await theirRefunds(
        { id: "other_amount", amount: 9_999 },
        { id: "other_currency", currency: "NAD" },
        { id: "failed", status: "failed" },
        { id: "before", seen_at: ago(2 * DAY) }
      )
      expect((await read()).text).not.toContain("The service lists")
      await theirRefunds({ id: "this" })
      expect(await read()).toMatchObject({
        ...{ actions: ["refund", "resolve"] },
        text: expect.stringContaining("not known here (this)"),
      })
      // Returned again, it is not refused any more.
      await refund(ledger.db, {
        ...{ id: "later", reference: id, amount: 10_000, status: "failed" },
      })
      await ledger
        .db(TABLES.refundRequest)
        .where({ id: refused.id })
        .update({ superseded_by: "later" })
      expect((await read()).actions).toContain("settle")
    })

    it("asks for the rest of a held one to be returned, whatever was refused before", async () => {
      const known = { ...paid(), ...HELD, cart_id: null }
      const { id } = await checkout(ledger.db, known)
      await refund(ledger.db, {
        ...{ reference: id, amount: 10_000, status: "refused" },
        ...{ finished_at: NOW, remainder_refused_at: NOW },
      })
      const status = "requested"
      await refund(ledger.db, { reference: id, amount: 4_000, status })
      const [cause] = await attention.read(id)
      expect(cause!.actions).toEqual(["refund", "resolve"])
      expect(cause!.text).toMatch(/R\s40,00 of it .+ the rest, R\s60,00\.$/)
    })

    it("tells of another amount than was asked for when no total of the order is known", async () => {
      const known = { ...paid(), outcome: "placed" as const, cart_id: null }
      const { id } = await checkout(ledger.db, { ...known, paid_amount: 9_000 })
      const [cause, ...others] = await attention.read()
      expect(others).toEqual([])
      expect(cause).toMatchObject({ key: `other-amount:${id}`, amount: 9_000 })
      expect(cause!.text).toMatch(
        /R\s90,00 were paid, R\s100,00 were asked for/
      )
    })

    it.each([
      ["more", "less than that", 8_000, 1_999, true],
      ["more", "all of that", 8_000, 2_000, false],
      ["less", "a part of it", 12_000, 9_999, true],
      ["less", "all of it", 12_000, 10_000, false],
    ])(
      "tells of %s than the order came to until it is refunded: %s is",
      async (_, __, order_amount, amount, isTold) => {
        const known = { ...paid(), outcome: "placed" as const, order_amount }
        const { id } = await checkout(ledger.db, known)
        const status = "requested"
        await refund(ledger.db, {
          ...{ reference: id, status, amount, sent_at: NOW },
        })
        await refund(ledger.db, {
          ...{ reference: id, status: "failed", amount, superseded_by: "none" },
        })
        expect(await keys(id)).toEqual(isTold ? [`other-amount:${id}`] : [])
      }
    )

    it.each([
      ["a part of Medusa's payment, and the difference", 9_999, null],
      ["all of Medusa's payment", 10_000, 2_000],
      ["more than that", 11_500, 500],
      ["all that was paid", 12_000, null],
    ])(
      "tells of what Medusa cannot refund of a payment of more than was asked for, with its amount: %s is refunded",
      async (_, amount, left) => {
        const { id } = await checkout(ledger.db, {
          ...{ ...paid(), outcome: "placed", paid_amount: 12_000 },
          ...{ order_amount: 10_000, order_id: "order_1" },
        })
        await refund(ledger.db, { reference: id, status: "requested", amount })
        const rest = {
          ...{ key: `other-amount:${id}:rest`, opened_at: ago(HOUR) },
          ...{ amount: left, actions: ["refund", "resolve"] },
        }
        expect(await attention.read(id)).toMatchObject(left ? [rest] : [])
      }
    )

    it("tells once of a refund that failed of what Medusa cannot refund, and anew though the return was noted", async () => {
      const { id } = await checkout(ledger.db, {
        ...{ ...paid(), outcome: "placed", paid_amount: 12_000 },
        ...{ order_amount: 10_000, order_id: "order_1" },
      })
      const status = "complete"
      await refund(ledger.db, {
        ...{ reference: id, status, amount: 10_000, refund_id: "ref_1" },
      })
      const [cause] = await attention.read(id)
      await attention.resolve(cause!, {
        ...{ action: "refund", note: null, resolved_by: "user_1" },
      })
      expect(await open()).toEqual([])
      await refund(ledger.db, {
        ...{ reference: id, status: "withdrawn", amount: 2_000 },
        finished_at: ago(MINUTE),
      })
      await refund(ledger.db, {
        ...{ reference: id, status: "failed", amount: 2_000 },
        ...{ sent_at: ago(2 * MINUTE), finished_at: ago(MINUTE) },
      })
      expect(await open()).toEqual([`other-amount:${id}:rest`])
    })

    it("tells of one without an answer that a paid one at the service may be, and names it", async () => {
      const near = { opened_at: ago(HOUR) }
      const rows = await checkouts(ledger.db, [
        { ...LOST, ...near },
        { ...LOST, opened_at: ago(HOUR + 11 * MINUTE) },
        { ...LOST, ...near, amount: 9_999 },
        { ...LOST, ...near, creation: "refused", outcome: "closed" },
        { ...paid(), ...near, checkout_id: "known" },
      ])
      await theirs([{ id: "first" }, { id: "second" }, { id: "known" }])
      const [cause, ...others] = await attention.read()
      expect(others).toEqual([])
      expect(cause).toMatchObject({ key: `unidentified:${rows[0]!.id}` })
      expect(cause!.text).toMatch(/lists (first, second|second, first) as paid/)
    })

    it("tells of a refund that waits for the id of its payment", async () => {
      const { id } = await checkout(ledger.db, {
        ...{ ...paid(), ...LOST, checkout_id: null },
      })
      await refund(ledger.db, { reference: id, checkout_id: null })
      expect(await keys(id)).toEqual([`refund-without-id:${id}`])
    })

    it("tells of a callback that is held, with how often it came", async () => {
      const { id } = await callback(ledger.db, {
        ...{ held_reason: "Not understood", deliveries: 3 },
      })
      expect(await attention.read()).toMatchObject([
        { key: `held-callback:${id}`, count: 3 },
      ])
    })
  })

  describe("of refunds", () => {
    const late = { filed_at: ago(16 * MINUTE) }
    const sent = { sent_at: ago(HOUR), refund_request_id: "refund_1" }
    it.each<[CauseKind, Partial<RefundRequestRow>, Partial<CheckoutRow>?]>([
      ["late-refund", { ...late, status: "filed" }],
      ["late-refund", { status: "scheduled", send_after: ago(HOUR + 1) }],
      [
        "late-refund",
        { ...sent, status: "pending", sent_at: ago(4 * DAY + 1) },
      ],
      ["refund-in-doubt", { status: "in_doubt", sent_at: ago(MINUTE) }],
      ["held-refund", { ...sent, status: "complete", held_reason: "Twice" }],
      ["failed-refund", { ...sent, status: "failed", finished_at: NOW }],
      ["failed-refund", { status: "refused", finished_at: NOW }],
      [
        "failed-refund",
        { status: "withdrawn", finished_at: NOW, held_reason: "Cancelled" },
      ],
    ])("tells of %s: %j", async (kind, row, changes = {}) => {
      const { id: reference } = await checkout(ledger.db, {
        ...paid(),
        outcome: "placed",
        order_id: "order_1",
        ...changes,
      })
      const { id } = await refund(ledger.db, { ...row, reference })
      expect(await attention.read()).toMatchObject([
        {
          ...{ key: `${kind}:${id}`, kind, refund_request: id, reference },
          ...{ amount: 1_000, order_id: "order_1" },
        },
      ])
    })

    it.each<[string, Partial<RefundRequestRow>, Partial<CheckoutRow>?]>([
      ["whose place a later one has taken", { superseded_by: "instref_later" }],
      ["that the merchant has withdrawn", { status: "withdrawn" }],
      ["of a payment that is reported as held", {}, { outcome: "returned" }],
      [
        "whose refusal the merchant has seen",
        { status: "refused", dropped_at: NOW },
      ],
      [
        "that the service has made and Medusa has not booked",
        { status: "refused", sent_at: null, service_status: "complete" },
      ],
    ])("does not report a failed one %s", async (_, row, changes = {}) => {
      const { id: reference } = await checkout(ledger.db, {
        ...paid(),
        outcome: "placed",
        ...changes,
      })
      await refund(ledger.db, {
        reference,
        status: "failed",
        sent_at: ago(HOUR),
        ...{ finished_at: NOW, ...row },
      })
      expect(await attention.read()).toEqual([])
    })

    it("tells how many wait for one that is in doubt", async () => {
      const { id: reference } = await checkout(ledger.db, paid())
      await refund(ledger.db, { reference, status: "in_doubt" })
      const text = async () => (await attention.read(reference)).at(-1)!.text
      const wait = () =>
        refund(ledger.db, { reference, filed_at: NOW, send_after: NOW })
      expect(await text()).not.toMatch(/waits? until/)
      await wait()
      expect(await text()).toMatch(/Another refund of this payment waits/)
      await wait()
      expect(await text()).toMatch(/2 other refunds of this payment wait/)
    })
  })

  describe("what somebody has resolved", () => {
    const by = { action: "resolve", note: "At the till", resolved_by: "user_1" }

    it("is kept of the first person, also when two do it at once", async () => {
      await checkout(ledger.db, { ...paid(), ...HELD })
      const [cause] = await attention.read()
      const resolved = await Promise.all([
        attention.resolve(cause!, by),
        attention.resolve(cause!, { ...by, note: "Sent back" }),
      ])
      expect(resolved[0]).toEqual(resolved[1])
      expect(await open()).toEqual([])
      expect(await attention.resolved()).toEqual([resolved[0]])
    })

    it("of callbacks that come no more ends with one that comes", async () => {
      const placed = (minutes: number) => ({
        ...{ ...paid(), outcome: "placed" as const },
        paid_at: ago(minutes * MINUTE),
      })
      await checkouts(ledger.db, [11, 12, 13, 14, 15].map(placed))
      const [cause] = await attention.read()
      expect(cause).toMatchObject({ kind: "missing-callbacks", count: 5 })
      await attention.resolve(cause!, by)
      expect(await open()).toEqual([])
      await checkouts(ledger.db, [placed(10.5)])
      expect(await open()).toEqual(["missing-callbacks"])
      await callback(ledger.db, { last_received_at: ago(MINUTE) })
      expect(await open()).toEqual([])
    })

    it("tells that no callback comes also after a stranger's, which somebody has resolved", async () => {
      await callback(ledger.db, { last_received_at: ago(2 * DAY) })
      await keepValue(ledger.db, "unverified-callbacks", {
        ...{ count: 1, last_reason: "?", last_at: ago(DAY).toISOString() },
      })
      const [strangers] = await attention.read()
      await attention.resolve(strangers!, by)
      expect(await open()).toEqual([])
      const placed = { ...paid(), outcome: "placed" as const }
      await checkouts(
        ledger.db,
        [11, 12, 13, 14, 15].map((minutes) => ({
          ...{ ...placed, checkout_id: `found_${minutes}` },
          paid_at: ago(minutes * MINUTE),
        }))
      )
      expect(await open()).toEqual(["missing-callbacks"])
    })

    it("is open again when it happens again, and counts from there", async () => {
      const tally = (count: number, last_at: Date) =>
        keepValue(ledger.db, "unverified-callbacks", {
          ...{ count, last_reason: "?", last_at: last_at.toISOString() },
        })
      await tally(5, ago(HOUR))
      const [cause] = await attention.read()
      expect(cause).toMatchObject({ key: "unverified-callbacks", count: 5 })
      await attention.resolve(cause!, by)
      expect(await open()).toEqual([])
      await tally(7, ago(MINUTE))
      expect(await attention.read()).toMatchObject([
        { key: "unverified-callbacks", count: 2, resolution: null },
      ])
    })

    /** 600 of a kind, an hour apart each, that somebody has resolved. */
    const resolveAll = (kind: CauseKind, except: string) =>
      ledger.db.raw(
        `insert into instalments_resolution
           (id, key, kind, title, opened_at, action, resolved_by, resolved_at)
         select 'instres_' || id, :kind || ':' || id, :kind, '',
           coalesce(outcome_at, opened_at), 'resolve', 'user_1', now()
         from instalments_checkout where id <> :except`,
        { kind, except }
      )
    const older = (row: Partial<CheckoutRow>) =>
      Array.from({ length: 600 }, (_, n) => ({
        ...{ ...row, opened_at: ago((n + 2) * HOUR) },
        ...(row.checkout_id ? { checkout_id: `theirs_${n}` } : {}),
      }))

    it("hides nothing new, also when there are 600 of it", async () => {
      await checkouts(ledger.db, older({ ...paid(), ...HELD }))
      await callback(ledger.db, { last_received_at: NOW })
      const { id } = await checkout(ledger.db, { ...paid(), ...HELD })
      await resolveAll("held-payment", id)
      expect(await open()).toEqual([`held-payment:${id}`])
    })

    it("hides no creation that may be paid behind 500 of it", async () => {
      await checkouts(ledger.db, older(LOST))
      const { id } = await checkout(ledger.db, {
        ...LOST,
        opened_at: ago(HOUR),
      })
      const all = await ledger
        .db("instalments_checkout")
        .select("id", "opened_at")
      await theirs(
        all.map(({ id: ours, opened_at }) => ({
          ...{ id: `theirs_${ours}`, opened_at, seen_at: opened_at },
        }))
      )
      await resolveAll("unidentified", id)
      expect(await open()).toEqual([`unidentified:${id}`])
    })
  })

  describe("an unmatched checkout of the service", () => {
    const listed = (id: string, changes: object = {}) => ({
      id,
      amount: 10_000,
      currency: "ZAR",
      status: "successful",
      created_at: ago(HOUR).toISOString(),
      ...changes,
    })
    let now = NOW
    const unmatched = () =>
      new UnmatchedCheckouts(ledger.db, () => now.getTime())

    it("is kept once, for as long as it can be refunded, and only what is paid and can be counted", async () => {
      now = NOW
      await unmatched().keep([
        ...[listed("a"), listed("b", { status: "received" })],
        listed("c", { amount: 2 ** 40 }),
        listed("d", { created_at: "no date" }),
      ])
      now = new Date(NOW.getTime() + DAY)
      await unmatched().keep([listed("a", { amount: 5 })])
      expect(await unmatched().newest(10)).toMatchObject({
        count: 2,
        rows: [
          { id: "d", opened_at: NOW },
          { id: "a", amount: 10_000, opened_at: ago(HOUR), seen_at: NOW },
        ],
      })
      now = new Date(NOW.getTime() + 101 * DAY + 1)
      await unmatched().keep([])
      expect(await unmatched().newest(10)).toEqual({ count: 0, rows: [] })
    })

    it("leaves out what a row has taken as its own meanwhile", async () => {
      now = NOW
      await unmatched().keep([listed("a"), listed("b")])
      await checkout(ledger.db, { ...paid(), checkout_id: "a" })
      const { rows, count } = await unmatched().newest(10)
      expect([rows.map(({ id }) => id), count]).toEqual([["b"], 1])
    })
  })

  it("reads no more after years: orders of their amount and replaced refunds are passed over", async () => {
    const { db } = ledger
    const tables = ["instalments_checkout", "instalments_refund_request"]
    // A row counts as read where PostgreSQL cannot tell that all see its page: while
    // autovacuum looks at the table, or where its page was being written, or while a
    // transaction that began before (an autoanalyze of any table) has not ended.
    for (const table of tables) {
      await db.raw("alter table ?? set (autovacuum_enabled = false)", [table])
    }
    await db.raw(`
      insert into instalments_checkout
        (id, checkout_id, status, outcome, amount, order_amount, currency,
         fingerprint, country_code, payment_collection_id, payment_session_id,
         cart_id, opened_at, paid_at, paid_not_before, outcome_at)
      select 'inst_old_' || n, 'chk_old_' || n, 'successful', 'placed', n, n,
        'ZAR', 'print_' || n, 'za', 'paycol_' || n, 'payses_' || n,
        'cart_' || n, now(), now(), now(), now() - random() * interval '9 years'
      from generate_series(1, 20000) n`)
    await db.raw(`
      insert into instalments_refund_request
        (id, reference, amount, currency, status, reason, filed_at, send_after,
         sent_at, finished_at, superseded_by)
      select 'instref_' || n, 'inst_old_' || n, 1, 'ZAR',
        case when n % 10 = 0 then 'failed' else 'complete' end, 'merchant',
        now(), now(), now(), now(),
        case when n % 10 = 0 then 'instref_' || n - 1 end
      from generate_series(1, 20000) n`)
    const older = () =>
      db("pg_stat_activity")
        .whereRaw("datname = current_database() and pid <> pg_backend_pid()")
        .whereNotNull("backend_xmin")
    while ((await older()).length > 0) {}
    // It passes over a page that is being written, as by a checkpoint, and leaves what
    // few deleted rows have left in the indexes unless it is told not to.
    const passedOver = (table: string) =>
      db("pg_class")
        .where({ relname: table })
        .whereRaw("relallvisible < relpages")
    for (const table of tables) {
      do {
        await db.raw("vacuum (freeze, analyze, index_cleanup on) ??", [table])
      } while ((await passedOver(table)).length > 0)
    }
    await db.transaction(async (trx) => {
      // This counts also what the connection read for the tests before, until it has
      // reported that, which it does once a second.
      const rowsRead = async (): Promise<number> => {
        const { rows } = await trx.raw(
          `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
           from pg_stat_xact_user_tables where relname = any(?)`,
          [tables]
        )
        return rows[0].read
      }
      await trx("instalments_checkout").limit(1)
      const before = await rowsRead()
      expect(before).toBeGreaterThan(0)
      const now = () => NOW.getTime()
      await new AttentionList(trx, optionsWith({}), now).read()
      // PostgreSQL itself looks at a row now and then to plan a statement.
      expect((await rowsRead()) - before).toBeLessThan(10)
    })
  })
})
