import fc from "fast-check"
import {
  TABLES,
  type RefundRequestRow,
} from "../../../src/modules/instalments/ledger/rows"
import {
  isOver,
  THERE,
  TRANSITIONS,
  type RefundEvent,
  type RefundStatus,
} from "../../../src/modules/instalments/refunds/state"
import { RefundStore } from "../../../src/modules/instalments/refunds/store"
import { ago, DAY, HOUR, MINUTE, NOW, refund, refunds } from "./database/rows"
import { withLedger } from "./database/with-ledger"
import type { Each } from "./table-of-writes"

const LATER = new Date(NOW.getTime() + HOUR)
const BOOKED = { order_id: "order_1", transaction_id: "ordtrx_1", credit: null }

type Row = RefundRequestRow

/** Those that write one row that was read; the others have tests of their own. */
type Method = Exclude<
  keyof RefundStore,
  "file" | "replaced" | "lost" | "acceptedLate" | "erase"
>
/** Those that write only while it is the sending that was read. */
type OfSending = {
  [M in Method]: Parameters<RefundStore[M]>[0] extends Pick<Row, "sent_at">
    ? M
    : never
}[Method]

/** A write of the store's that changes the status, or what is known in it. */
type Write = {
  event: RefundEvent | ((row: Partial<Row>) => RefundEvent)
  write: (store: RefundStore, row: Row) => Promise<Row | null>
  /** A status that the event may leave, and this word for it may not. */
  except?: RefundStatus
  /** What it asks of a row beside its status. */
  only?: (row: Row) => boolean
}

const isDue = ({ send_after }: Row) => send_after <= NOW
const isNotHeld = ({ held_reason }: Row) => held_reason === null
const answer = (store: RefundStore, row: Row, word: string) =>
  store.answered(row, {
    refund_request_id: row.refund_request_id ?? `answer_${row.id}`,
    ...{ word, next_check_at: LATER },
  })
const said = (store: RefundStore, row: Row, word: string) =>
  store.said(row, word, {
    check_count: 0,
    finished_at: NOW,
    next_check_at: LATER,
  })
const failure = { last_error: "500", next_check_at: LATER }
const stays = { check_count: 1, next_check_at: LATER }

const WRITES: Record<string, Write> = {
  released: {
    event: ({ refund_request_id }) =>
      refund_request_id ? "matched" : "released",
    write: (store, row) => store.released(row, { booked: BOOKED, now: NOW }),
  },
  unbooked: {
    event: "unbooked",
    write: (store, row) => store.unbooked(row, { now: NOW, why: "Killed" }),
  },
  withdrawn: {
    event: "withdrawn",
    write: (store, row) => store.withdrawn(row, NOW),
    only: ({ doubted_at, refund_request_id }) =>
      doubted_at === null && refund_request_id === null,
  },
  claimed: {
    event: "claimed",
    write: (store, row) => store.claimed(row, NOW, "service_1"),
    only: isDue,
  },
  answered: {
    event: "answered",
    write: (store, row) => answer(store, row, "requested"),
  },
  "answered:failed": {
    event: "answered",
    write: (store, row) => answer(store, row, "failed"),
  },
  failedToSend: {
    event: "unanswered",
    write: (store, row) =>
      store.failedToSend(row, { ...failure, event: "unanswered" }),
  },
  "failedToSend:unsent": {
    event: "unsent",
    write: (store, row) =>
      store.failedToSend(row, {
        ...failure,
        event: "unsent",
        send_after: LATER,
      }),
  },
  "failedToSend:refused": {
    event: "refused",
    write: (store, row) =>
      store.failedToSend(row, {
        ...failure,
        event: "refused",
        finished_at: NOW,
      }),
  },
  "failedToSend:refusedAgain": {
    event: "unanswered",
    write: (store, row) =>
      store.failedToSend(row, {
        ...failure,
        event: "unanswered",
        remainder_refused_at: NOW,
      }),
  },
  doubted: {
    event: "doubted",
    write: (store, row) => store.doubted(row, stays),
    only: isNotHeld,
  },
  doubtedAnew: {
    event: "doubted",
    write: (store, row) => store.doubtedAnew(row, NOW),
  },
  absent: {
    event: "absent",
    write: (store, row) => store.absent(row, NOW),
    only: isNotHeld,
  },
  saidAbsent: {
    event: "absent",
    write: (store, row) => store.saidAbsent(row, NOW),
  },
  saidFailed: {
    event: "saidFailed",
    write: (store, row) => store.saidFailed(row, NOW),
  },
  looked: {
    event: "looked",
    write: (store, row) => store.looked(row, LATER),
  },
  said: {
    event: "said",
    write: (store, row) => said(store, row, "pending"),
    except: "complete",
  },
  "said:unknown": {
    event: "said",
    write: (store, row) => said(store, row, "a word of tomorrow"),
    except: "complete",
  },
  "said:failed": {
    event: "said",
    write: (store, row) => said(store, row, "failed"),
    except: "complete",
  },
  "said:complete": {
    event: "said",
    write: (store, row) => said(store, row, "complete"),
  },
  contradicted: {
    event: "contradicted",
    write: (store, row) => store.contradicted(row, "failed", "Ask support."),
  },
  noted: {
    event: "noted",
    write: (store, row) => store.noted(row, { booked: BOOKED }),
  },
  "noted:books": {
    event: "noted",
    write: (store, row) =>
      store.noted(row, { books_after: LATER, books_error: "An open edit" }),
  },
  "noted:held": {
    event: "noted",
    write: (store, row) => store.noted(row, { held_reason: "Ask support." }),
  },
  undone: {
    event: "undone",
    write: (store, row) => store.undone(row, NOW, null),
  },
} satisfies Each<Method, Write>
const eventOf = ({ event }: Write, row: Partial<Row>) =>
  typeof event === "string" ? event : event(row)

/** Where each write leads; `-` is nowhere: the row stays as it was, the answer is null. */
const TABLE = `
                           filed                scheduled  sending    in_doubt   requested  pending    complete  failed     refused  withdrawn
released                   scheduled/requested  -          -          -          -          -          -         -          -        -
unbooked                   refused              -          -          -          -          -          -         -          -        -
withdrawn                  -                    withdrawn  -          -          -          -          -         -          -        -
claimed                    -                    sending    -          -          -          -          -         -          -        -
answered                   -                    requested  requested  requested  -          -          -         -          -        -
answered:failed            -                    failed     failed     failed     -          -          -         -          -        -
failedToSend               -                    -          in_doubt   -          -          -          -         -          -        -
failedToSend:unsent        -                    -          scheduled  -          -          -          -         -          -        -
failedToSend:refused       -                    -          refused    -          -          -          -         -          -        -
failedToSend:refusedAgain  -                    -          in_doubt   -          -          -          -         -          -        -
doubted                    -                    -          -          in_doubt   -          -          -         -          -        -
doubtedAnew                -                    -          -          in_doubt   -          -          -         -          -        -
absent                     -                    -          -          scheduled  -          -          -         -          -        -
saidAbsent                 -                    -          -          scheduled  -          -          -         -          -        -
saidFailed                 -                    -          -          failed     -          -          -         -          -        -
looked                     -                    -          -          -          requested  pending    complete  failed     -        -
said                       -                    -          -          -          pending    pending    -         pending    -        -
said:unknown               -                    -          -          -          requested  requested  -         requested  -        -
said:failed                -                    -          -          -          failed     failed     -         failed     -        -
said:complete              -                    -          -          -          complete   complete   complete  complete   -        -
contradicted               -                    -          -          -          -          -          complete  -          -        -
noted                      filed                -          -          -          -          -          -         failed     refused  withdrawn
noted:books                filed                -          -          -          -          -          -         failed     refused  withdrawn
noted:held                 filed                -          -          -          -          -          -         failed     refused  withdrawn
undone                     -                    -          -          -          requested  pending    complete  failed     refused  withdrawn
`
const [head, ...lines] = TABLE.trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/))
const STATUSES = head as RefundStatus[]

/** What a write never touches: what is refunded, and how much. */
const asked = (row: Row) => [
  ...[row.id, row.reference, row.amount, row.currency, row.reason],
  ...[row.payment_id, row.refund_id, row.filed_at],
]

/** As it was read when it was sent the first time. */
const sentBefore = (row: Row): Row => ({ ...row, sent_at: ago(2 * DAY) })

/** What a row of each status may have beside it. */
const variants = (status: RefundStatus): Partial<Row>[] => {
  const sent = { status, sent_at: ago(MINUTE), checkout_id: "service_1" }
  const known = () => ({ ...sent, refund_request_id: `refund_${++ids}` })
  switch (status) {
    case "filed":
      return [{ status }, { status, refund_request_id: `refund_${++ids}` }]
    case "scheduled":
      return [
        ...[{ status }, { status, send_after: LATER }],
        { ...sent, doubted_at: ago(HOUR) },
      ]
    case "sending":
      return [sent, { ...sent, doubted_at: ago(HOUR) }]
    case "in_doubt":
      return [
        { ...sent, doubted_at: ago(MINUTE) },
        { ...sent, doubted_at: ago(MINUTE), held_reason: "Several are alike." },
      ]
    case "refused":
    case "withdrawn":
      return [{ status }]
    default:
      return [known(), { ...known(), refund_id: `ref_${++ids}` }]
  }
}
let ids = 0

const has = (statuses: readonly RefundStatus[], status: RefundStatus) =>
  statuses.includes(status)
const aWord = (cell = "") =>
  has(THERE, cell as RefundStatus) ? cell : "a word"

withLedger((ledger) => {
  let store: RefundStore
  beforeEach(() => {
    store = new RefundStore(ledger.db)
  })

  const read = () => ledger.db<Row>(TABLES.refundRequest).orderBy("id")

  describe("a refund request's status", () => {
    it("is one of the ledger's, each of which something leaves", async () => {
      const [column] = await ledger
        .db("pg_constraint")
        .whereRaw("conrelid = 'instalments_refund_request'::regclass")
        .whereRaw("pg_get_constraintdef(oid) like '%status = ANY%'")
        .select(ledger.db.raw("pg_get_constraintdef(oid) as rule"))
      const known = [...String(column?.rule).matchAll(/'(\w+)'::text/g)]
      expect(known.map(([, status]) => status).sort()).toEqual(
        [...STATUSES].sort()
      )
      const left = Object.values(TRANSITIONS).flatMap(({ from }) => [...from])
      expect(new Set<string>(left)).toEqual(new Set(STATUSES))
    })

    it("is written by everything in the table", () => {
      expect(lines.map(([name]) => name).sort()).toEqual(
        Object.keys(WRITES).sort()
      )
      const all = STATUSES.flatMap(variants)
      const events = Object.values(WRITES).flatMap((write) =>
        all.map((row) => eventOf(write, row))
      )
      // What needs a second row, or is of several, has a test of its own.
      expect(new Set([...events, "isTheOther"])).toEqual(
        new Set(Object.keys(TRANSITIONS))
      )
    })

    it.each(lines)(
      "is left by `%s` as the table says, and by nothing else",
      async (name, ...cells) => {
        const { write, only = () => true } = WRITES[name!]!
        const before = await refunds(ledger.db, STATUSES.flatMap(variants))
        const answers = await Promise.all(
          before.map((row) => write(store, row))
        )
        const after = new Map((await read()).map((row) => [row.id, row]))
        const found: Record<string, Set<string>> = {}
        for (const [i, row] of before.entries()) {
          const now = after.get(row.id)!
          expect(asked(now)).toEqual(asked(row))
          expect(answers[i] ?? row).toEqual(now)
          if (only(row)) {
            const leads = (found[row.status] ??= new Set())
            leads.add(answers[i] ? now.status : "-")
          } else {
            expect(answers[i]).toBeNull()
          }
        }
        const line = STATUSES.map((one) => [...(found[one] ?? "-")].join("/"))
        expect(line).toEqual(cells)
      }
    )

    it.each(lines)(
      "may be left by `%s` as the list of transitions says",
      (name, ...cells) => {
        const write = WRITES[name!]!
        const line = STATUSES.map((status, i) => {
          const leads = variants(status).map((row) => {
            const { from, to } = TRANSITIONS[eventOf(write, row)]
            if (!has(from, status) || status === write.except) {
              return "-"
            }
            return to === "word" ? aWord(cells[i]) : to.replace("same", status)
          })
          return [...new Set(leads)].join("/")
        })
        expect(cells).toEqual(line)
      }
    )
  })

  describe("a refund request", () => {
    /** Those that act on what was read: another process may have been quicker. */
    const stale = Object.entries<RefundStatus>({
      answered: "sending",
      failedToSend: "sending",
      "failedToSend:unsent": "sending",
      "failedToSend:refused": "sending",
      "failedToSend:refusedAgain": "sending",
      doubted: "in_doubt",
      absent: "in_doubt",
      saidAbsent: "in_doubt",
      saidFailed: "in_doubt",
    } satisfies Each<OfSending, RefundStatus>)
    it.each(stale)(
      "that was sent once more since is not changed by `%s` of the sending before",
      async (name, status) => {
        const now = await refund(ledger.db, { status, sent_at: NOW })
        const before = { ...now, sent_at: ago(MINUTE) }
        expect(await WRITES[name]!.write(store, before)).toBeNull()
        expect(await read()).toEqual([now])
      }
    )

    it.each(stale)(
      "is changed by `%s` also when PostgreSQL wrote the time, to the microsecond",
      async (name, status) => {
        await refund(ledger.db, { status, sent_at: ago(MINUTE) })
        await ledger.db(TABLES.refundRequest).update({
          sent_at: ledger.db.raw("sent_at + interval '123 microseconds'"),
        })
        const [row] = await read()
        expect(await WRITES[name]!.write(store, row!)).not.toBeNull()
      }
    )

    it("that waits to be sent once more takes the answer to any sending of it", async () => {
      const now = await refund(ledger.db, { status: "scheduled", sent_at: NOW })
      const before = { ...now, sent_at: ago(MINUTE) }
      expect(await answer(store, before, "requested")).toMatchObject({
        status: "requested",
      })
    })

    it("is not taken for sending while another sending of it stands", async () => {
      const superseded_by = "instref_late"
      const waits = { status: "scheduled", superseded_by } as const
      const row = await refund(ledger.db, waits)
      expect(await store.claimed(row, NOW, "service_1")).toBeNull()
      expect(await read()).toEqual([row])
    })

    it("that was checked meanwhile keeps the result of that check", async () => {
      const row = await refund(ledger.db, { status: "requested" })
      await WRITES.looked!.write(store, row)
      expect(await WRITES.looked!.write(store, row)).toBeNull()
    })

    it("has a status that its writes lead to, whatever their order, and is of the same money", async () => {
      const names = fc.constantFrom(...Object.keys(WRITES))
      const orders = fc.array(names, { maxLength: 16 })
      await fc.assert(
        fc.asyncProperty(orders, fc.boolean(), async (order, isMade) => {
          const first = await refund(ledger.db, {
            ...{ status: "filed", refund_id: `ref_${++ids}` },
            refund_request_id: isMade ? `refund_${++ids}` : null,
          })
          let row = first
          let sendings = 0
          for (const name of order) {
            const { except, write, only = () => true } = WRITES[name]!
            const event = eventOf(WRITES[name]!, row)
            const { from, to } = TRANSITIONS[event]
            const may =
              has(from, row.status) && row.status !== except && only(row)
            const answered = await write(store, row)
            const [after] = await read().where({ id: row.id })
            expect(answered).toEqual(may ? after : null)
            if (!may || to === "same") {
              expect(after!.status).toBe(row.status)
            } else if (to !== "word") {
              expect(after!.status).toBe(to)
            }
            expect(asked(after!)).toEqual(asked(first))
            // What was sent is known as sent, and sent by one event only.
            sendings += event === "claimed" && answered ? 1 : 0
            expect(after!.sent_at !== null).toBe(sendings > 0)
            row = after!
          }
        }),
        { numRuns: 60 }
      )
    })

    it("is sent by one of two who take it at once", async () => {
      const other = new RefundStore(ledger.process())
      const row = await refund(ledger.db)
      const taken = await Promise.all([
        store.claimed(row, NOW, "service_1"),
        other.claimed(row, NOW, "service_1"),
      ])
      expect(taken.filter((one) => one !== null)).toHaveLength(1)
    })

    it("is either withdrawn or sent when both are wanted at once", async () => {
      const other = new RefundStore(ledger.process())
      for (let round = 0; round < 20; round++) {
        const row = await refund(ledger.db)
        const [sent, withdrawn] = await Promise.all([
          store.claimed(row, NOW, "service_1"),
          other.withdrawn(row, NOW),
        ])
        expect(Boolean(sent)).toBe(!withdrawn)
      }
    })

    it("is in doubt when no answer was written for two minutes, as its process was killed", async () => {
      const sent = { status: "sending", sent_at: ago(2 * MINUTE + 1) } as const
      await refunds(ledger.db, [
        sent,
        { ...sent, doubted_at: ago(DAY) },
        { ...sent, sent_at: ago(2 * MINUTE - 1) },
        { ...sent, status: "scheduled" },
      ])
      await store.lost(NOW)
      const lost = { status: "in_doubt", next_check_at: NOW }
      expect(await read()).toMatchObject([
        { ...lost, doubted_at: sent.sent_at },
        { ...lost, doubted_at: ago(DAY) },
        { status: "sending", doubted_at: null, last_error: null },
        { status: "scheduled", doubted_at: null, last_error: null },
      ])
    })

    it("is not in doubt by that when it was not being sent", async () => {
      const before = await refunds(ledger.db, STATUSES.flatMap(variants))
      await store.lost(new Date(NOW.getTime() + HOUR))
      const after = await read()
      for (const row of before) {
        const now = after.find(({ id }) => id === row.id)!
        expect(asked(now)).toEqual(asked(row))
        expect(row.status === "sending" ? "in_doubt" : row).toEqual(
          row.status === "sending" ? now.status : now
        )
      }
    })

    it("whose answer comes after it was decided otherwise is a refund of its own, held for a person", async () => {
      const row = await refund(ledger.db, {
        status: "in_doubt",
        sent_at: ago(MINUTE),
      })
      const late = { refund_request_id: "refund_1", next_check_at: LATER }
      const accepted = () =>
        store.acceptedLate(sentBefore(row), { ...late, word: "requested" })
      await Promise.all([accepted(), accepted()])
      const held = { held_reason: expect.stringContaining("refunded twice") }
      const all = await read()
      const doubted = all.find(({ id }) => id === row.id)
      const [own, ...others] = all.filter(({ id }) => id !== row.id)
      expect(others).toEqual([])
      expect(doubted).toMatchObject({ ...held, id: row.id, status: "in_doubt" })
      expect(own).toMatchObject({
        ...held,
        ...late,
        status: "requested",
        reason: "system",
        ...{ amount: row.amount, reference: row.reference },
      })
      expect(await store.absent(doubted!, NOW)).toBeNull()
    })

    it("keeps what was decided when an answer comes late, unless it is in doubt, and has its place taken", async () => {
      // One that waits to be sent is the one that was accepted.
      const others = STATUSES.filter((status) => status !== "scheduled")
      const before = await refunds(ledger.db, others.flatMap(variants))
      for (const row of before) {
        const late = {
          refund_request_id: `late_${row.id}`,
          next_check_at: LATER,
        }
        await store.acceptedLate(sentBefore(row), {
          ...late,
          word: "requested",
        })
        const [now] = await read().where({ id: row.id })
        const held = { held_reason: expect.stringContaining(`late_${row.id}`) }
        const { updated_at } = now!
        const [own] = await read().where({
          refund_request_id: late.refund_request_id,
        })
        const replaced = { ...row, superseded_by: own!.id }
        expect(now).toEqual(
          row.status === "in_doubt"
            ? { ...replaced, ...held, updated_at }
            : replaced
        )
      }
      expect(await read()).toHaveLength(2 * before.length)
    })

    it("that waits to be sent when the answer to an earlier sending comes is that one", async () => {
      const row = await refund(ledger.db, {
        ...{ status: "scheduled", sent_at: ago(MINUTE), doubted_at: ago(HOUR) },
      })
      const late = { refund_request_id: "refund_late", next_check_at: LATER }
      await store.acceptedLate(sentBefore(row), { ...late, word: "requested" })
      expect(await read()).toMatchObject([
        { ...late, id: row.id, status: "requested", held_reason: null },
      ])
    })

    it.each([
      ["failedToSend:unsent", "sending"],
      ["failedToSend:refused", "sending"],
      ["absent", "in_doubt"],
      ["saidAbsent", "in_doubt"],
      ["saidFailed", "in_doubt"],
    ] as const)(
      "is the sending that was accepted late when `%s` says that nothing goes back by the other",
      async (name, status) => {
        const sent = { status: "sending", sent_at: ago(MINUTE) } as const
        const row = await refund(ledger.db, { ...sent, refund_id: "ref_1" })
        const late = {
          ...{ refund_request_id: "refund_late", next_check_at: LATER },
          service_amount: 5,
        }
        await store.acceptedLate(sentBefore(row), { ...late, word: "complete" })
        if (status === "in_doubt") {
          await store.failedToSend(row, { ...failure, event: "unanswered" })
        }
        const [now] = await read().where({ id: row.id })
        const after = await WRITES[name]!.write(store, now!)
        expect(after).toMatchObject({
          ...{ ...late, status: "complete", service_status: "complete" },
          ...{ held_reason: null, superseded_by: null, books_after: null },
        })
        expect(asked(after!)).toEqual(asked(row))
        expect(await read()).toEqual([after])
      }
    )

    it("is sent again when the sending that was accepted late has failed", async () => {
      const sent = { status: "sending", sent_at: ago(MINUTE) } as const
      const row = await refund(ledger.db, sent)
      const late = { refund_request_id: "refund_late", next_check_at: LATER }
      await store.acceptedLate(sentBefore(row), { ...late, word: "failed" })
      const { write } = WRITES["failedToSend:unsent"]!
      expect(await write(store, row)).toMatchObject({
        ...{
          status: "scheduled",
          refund_request_id: null,
          superseded_by: null,
        },
      })
      expect(await read()).toHaveLength(2)
    })

    it("whose answer comes late takes no place that another has taken", async () => {
      const other = {
        status: "failed",
        superseded_by: "instref_other",
      } as const
      const row = await refund(ledger.db, other)
      const late = { refund_request_id: "refund_late", next_check_at: LATER }
      await store.acceptedLate(row, { ...late, word: "requested" })
      expect(await read().where({ id: row.id })).toMatchObject([other])
    })

    it("whose place was taken by a sending that was accepted late stands for itself again when that fails", async () => {
      const over = { finished_at: ago(HOUR), undone_at: ago(HOUR) }
      const of = (payment: number) => ({ reference: `inst_${payment}` })
      const before = await refunds(ledger.db, [
        { ...of(1), status: "requested", refund_request_id: "refund_1" },
        { ...of(2), status: "in_doubt", sent_at: ago(MINUTE) },
        { ...of(3), ...over, status: "failed", refund_id: "ref_1" },
        { ...of(4), ...over, status: "failed", held_reason: "Told" },
      ])
      for (const { id } of before) {
        const refund_request_id = `late_${id}`
        const [row] = await read().where({ id })
        const late = { refund_request_id, next_check_at: LATER }
        await store.acceptedLate(sentBefore(row!), {
          ...late,
          word: "requested",
        })
        const [own] = await read().where({ refund_request_id })
        const [doubt] = await read().where({ id })
        expect(doubt!.superseded_by).toBe(own!.id)
        // Not asked for at the same moment: it has failed, and was asked for again.
        const earlier = await refund(ledger.db, {
          ...{
            status: "failed",
            superseded_by: own!.id,
            filed_at: ago(30 * HOUR),
          },
        })
        const ended = { check_count: 1, finished_at: NOW, next_check_at: null }
        await store.said(own!, "failed", ended)
        expect(await read().where({ id: earlier.id })).toEqual([earlier])
      }
      const by = before.map(({ id }) => id)
      const after = await read().whereIn("id", by)
      const facts = by.map((id) => after.find((row) => row.id === id))
      expect(facts).toMatchObject([
        { status: "requested", superseded_by: null, books_after: null },
        { status: "in_doubt", superseded_by: null, books_after: null },
        { superseded_by: null, undone_at: null, books_after: NOW },
        { superseded_by: null, undone_at: over.undone_at, books_after: null },
      ])
    })

    it("is in the place of a third sending as long as one of two that were accepted late stands", async () => {
      const row = await refund(ledger.db, {
        ...{ status: "sending", sent_at: ago(MINUTE), refund_id: "ref_1" },
      })
      const late = (word: string) =>
        store.acceptedLate(sentBefore(row), {
          ...{
            refund_request_id: word,
            word: "requested",
            next_check_at: LATER,
          },
        })
      await late("first")
      await late("second")
      const fails = async (refund_request_id: string) => {
        const [own] = await read().where({ refund_request_id })
        const ended = { check_count: 1, finished_at: NOW, next_check_at: null }
        await store.said(own!, "failed", ended)
      }
      const place = async () =>
        (await read().where({ id: row.id }))[0]!.superseded_by
      const [second] = await read().where({ refund_request_id: "second" })
      await fails("first")
      expect(await place()).toBe(second!.id)
      await fails("second")
      expect(await place()).toBeNull()
    })

    it("takes the place of those that have failed, and gives it back when Medusa has not booked it", async () => {
      const [failed, other, made] = await refunds(ledger.db, [
        { status: "failed" },
        { status: "failed", superseded_by: "instref_other" },
        { status: "filed", refund_request_id: "refund_1" },
      ])
      await store.replaced([failed!.id], made!.id)
      const by = async () => (await read()).map((row) => row.superseded_by)
      expect(await by()).toEqual([made!.id, "instref_other", null])
      const after = await store.unbooked(made!, { now: NOW, why: "Killed" })
      expect(after).toMatchObject({
        status: "refused",
        refund_request_id: null,
      })
      expect(await by()).toEqual([null, "instref_other", null])
      expect(other!.superseded_by).toBe("instref_other")
    })

    it("that has failed is seen to once, whether Medusa has booked it or not", async () => {
      const sent = { status: "sending", sent_at: ago(MINUTE) } as const
      const rows = await refunds(ledger.db, [
        { ...sent, refund_id: "ref_1" },
        { ...sent, refund_id: "ref_2", undone_at: ago(HOUR) },
        sent,
      ])
      for (const row of rows) {
        await WRITES["failedToSend:refused"]!.write(store, row)
      }
      const books = (await read()).map(({ books_after }) => books_after)
      expect(books).toEqual([NOW, null, NOW])
    })

    it("that is complete after its books were undone is held for a person", async () => {
      const [complete, failed] = await refunds(ledger.db, [
        { status: "complete", refund_request_id: "refund_1" },
        { status: "failed", refund_request_id: "refund_2" },
      ])
      const held = async (row: Row) =>
        (await store.undone(row, NOW, null))?.held_reason
      expect(await held(complete!)).toMatch(/failed.*complete/)
      expect(await held(failed!)).toBeNull()
    })

    it("whose books are undone has them checked once more only when a time is given", async () => {
      const waits = { books_after: NOW, books_error: "An open edit" }
      const row = await refund(ledger.db, { status: "failed", ...waits })
      for (const books_after of [LATER, null]) {
        expect(await store.undone(row, NOW, books_after)).toMatchObject({
          ...{ undone_at: NOW, books_after, books_error: null },
        })
      }
    })

    it("that the service has made already is followed, and neither withdrawn nor sent", async () => {
      const made = { status: "filed", refund_request_id: "refund_1" } as const
      const row = await refund(ledger.db, made)
      expect(await store.withdrawn(row, NOW)).toBeNull()
      const books = { booked: BOOKED, now: NOW }
      // As if it had been read before it was found at the service.
      const before = { ...row, refund_request_id: null }
      await expect(store.released(before, books)).rejects.toThrow(/sent_once/)
      expect(await store.released(row, books)).toMatchObject({
        status: "requested",
        refund_request_id: "refund_1",
        ...{ booked: BOOKED, next_check_at: NOW },
      })
    })

    it("has the service's id that no other has, and none while it is to be sent", async () => {
      await refund(ledger.db, {
        status: "requested",
        refund_request_id: "refund_1",
      })
      const sent = { status: "sending", sent_at: ago(MINUTE) } as const
      const row = await refund(ledger.db, sent)
      const second = { refund_request_id: "refund_1", next_check_at: LATER }
      await expect(
        store.answered(row, { ...second, word: "requested" })
      ).rejects.toThrow(/unique/)
      await expect(
        refund(ledger.db, { ...sent, refund_request_id: "refund_2" })
      ).rejects.toThrow(/instalments_refund_sent_once/)
    })

    it("counts as over only when nothing goes back", () => {
      expect(STATUSES.filter(isOver)).toEqual([
        "failed",
        "refused",
        "withdrawn",
      ])
    })
  })
})
