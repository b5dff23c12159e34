import fc from "fast-check"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { CheckoutChecks } from "../../../src/modules/instalments/checkout/checks"
import { DueCheckouts } from "../../../src/modules/instalments/checkout/due"
import {
  next,
  stateOf,
  STATES,
  TRANSITIONS,
  type CheckoutEvent,
  type CheckoutState,
} from "../../../src/modules/instalments/checkout/state"
import { CheckoutOutcomes } from "../../../src/modules/instalments/checkout/outcomes"
import { onlyOwn } from "../../../src/modules/instalments/checkout/own"
import { CheckoutStore } from "../../../src/modules/instalments/checkout/store"
import {
  TABLES,
  type CheckoutRow,
} from "../../../src/modules/instalments/ledger/rows"
import { POSSIBLE } from "./checkout-standings"
import { ago, checkouts, DAY, HOUR, NOW, paid, STORE } from "./database/rows"
import { withLedger } from "./database/with-ledger"
import type { Each } from "./table-of-writes"

const LATER = new Date(NOW.getTime() + HOUR)
const TONIGHT = new Date(NOW.getTime() + 8 * HOUR)
const PAID = { paid_at: NOW, paid_not_before: ago(HOUR) }
const ORDER = { order_id: "order_1", order_amount: 10_000, now: NOW }

/** Those that change the state, or what is known in it; the others are tested below. */
type MethodOf<Writer> = {
  [M in keyof Writer]: Writer[M] extends (
    ...args: never[]
  ) => Promise<CheckoutRow | null>
    ? M
    : never
}[keyof Writer]
type Method = MethodOf<CheckoutStore> | MethodOf<CheckoutOutcomes>

/** What writes the states of checkouts, in one process. */
type Writers = { store: CheckoutStore; outcomes: CheckoutOutcomes }
const writersOn = (db: Knex): Writers => ({
  store: new CheckoutStore(db),
  outcomes: new CheckoutOutcomes(db),
})

/** A write of the store's that changes the state, or what is known in it. */
type Write = {
  /** What happens by it; of two the first that applies. */
  events: CheckoutEvent[]
  write: (writers: Writers, row: CheckoutRow) => Promise<CheckoutRow | null>
  /** What it asks of a row beside its state. */
  only?: (row: CheckoutRow) => boolean
}

const isOther = (word: string) => (row: CheckoutRow) => row.status !== word

const WRITES: Record<string, Write> = {
  created: {
    events: ["created", "identified"],
    write: ({ store }, { id }) =>
      store.created(id, {
        ...{ checkout_id: `told_${id}`, payment_url: "https://pay.example/1" },
        status: "received",
        next_check_at: LATER,
      }),
  },
  refused: {
    events: ["refused"],
    write: ({ store }, { id }) => store.refused(id, "422", NOW),
  },
  unanswered: {
    events: ["unanswered"],
    write: ({ store }, { id }) => store.unanswered(id, "No answer came."),
  },
  identified: {
    events: ["identified"],
    write: ({ store }, { id }) => store.identified(id, `told_${id}`),
    only: ({ checkout_id }) => checkout_id === null,
  },
  paid: {
    events: ["paid"],
    write: ({ store }, { id }) => store.paid(id, PAID),
  },
  paidByCallback: {
    events: ["paid"],
    write: ({ store }, { id }) =>
      store.paidByCallback(id, PAID, {
        record: store["db"].raw("select id from paid"),
        only: onlyOwn(STORE),
      }),
    only: ({ status, checkout_id }) => status !== "cancelled" || !checkout_id,
  },
  said: {
    events: ["said"],
    write: ({ store }, { id }) => store.said(id, "a_new_word", NOW),
    only: isOther("a_new_word"),
  },
  "said:cancelled": {
    events: ["ended"],
    write: ({ store }, { id }) => store.said(id, "cancelled", NOW),
    only: isOther("cancelled"),
  },
  "said:invalid_payload": {
    events: ["ended"],
    write: ({ store }, { id }) => store.said(id, "invalid_payload", NOW),
    only: isOther("invalid_payload"),
  },
  closed: {
    events: ["closed"],
    write: ({ store }, { id }) => store.closed(id, NOW),
  },
  postponed: {
    events: ["attempted"],
    write: ({ outcomes }, { id }) => outcomes.postponed(id, LATER),
  },
  attempted: {
    events: ["attempted"],
    write: ({ outcomes }, row) =>
      outcomes.attempted(row, { next_check_at: LATER }),
  },
  notPlaced: {
    events: ["attempted"],
    write: ({ outcomes }, { id }) =>
      outcomes.notPlaced(id, { last_error: "No stock", isRefusal: true }),
  },
  placed: {
    events: ["placed"],
    write: ({ outcomes }, { id }) => outcomes.placed(id, ORDER),
  },
  returned: {
    events: ["returned"],
    write: ({ outcomes }, { id }) =>
      outcomes.returned(id, { reason: "Late", now: NOW }),
  },
  held: {
    events: ["held"],
    write: ({ outcomes }, { id }) =>
      outcomes.held(id, { kind: "no_order", reason: "No stock", now: NOW }),
  },
  notReturned: {
    events: ["notReturned"],
    write: ({ outcomes }, { id }) =>
      outcomes.notReturned(id, { reason: "Refused", now: NOW }),
  },
  reopened: {
    events: ["reopened"],
    write: ({ outcomes }, { id }) => outcomes.reopened(id, NOW),
  },
} satisfies Each<Method, Write>

/** Where each write leads; `-` is nowhere: the row stays as it was, the answer is null. */
const TABLE = `
                      creating    unanswered  pending  paid      placed  returned  held      closed
created               pending     pending     -        paid      placed  returned  held      closed
refused               closed      -           -        -         -       -         -         -
unanswered            unanswered  -           -        -         -       -         -         -
identified            -           unanswered  -        paid      placed  returned  held      closed
paid                  paid        paid        paid     -         -       -         -         paid
paidByCallback        paid        paid        paid     -         -       -         -         paid
said                  -           -           pending  -         -       -         -         closed
said:cancelled        closed      closed      closed   -         -       -         -         closed
said:invalid_payload  closed      closed      closed   -         -       -         -         closed
closed                closed      closed      closed   -         -       -         -         -
postponed             -           -           -        paid      -       -         -         -
attempted             -           -           -        paid      -       -         -         -
notPlaced             -           -           -        paid      -       -         -         -
placed                -           -           -        placed    -       -         -         -
returned              -           -           -        returned  -       returned  returned  -
held                  -           -           -        held      -       -         -         -
notReturned           -           -           -        -         -       held      -         -
reopened              -           -           -        -         -       -         paid      -
`
const [states, ...lines] = TABLE.trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/))

/** What a write never touches: whose it is, and the money that it asks for. */
const asked = (row: CheckoutRow) => [
  ...[row.id, row.amount, row.currency, row.fingerprint, row.opened_at],
  ...[row.payment_collection_id, row.payment_session_id, row.cart_id],
]

withLedger((ledger) => {
  let writers: Writers
  let store: CheckoutStore
  let outcomes: CheckoutOutcomes
  let checks: CheckoutChecks
  beforeEach(() => {
    writers = writersOn(ledger.db)
    ;({ store, outcomes } = writers)
    checks = new CheckoutChecks(ledger.db)
  })

  const read = () => ledger.db<CheckoutRow>(TABLES.checkout).orderBy("id")
  /** A row of each standing, with the service's id where that has answered. */
  const ofAllStates = () =>
    checkouts(
      ledger.db,
      POSSIBLE.map((standing, n) => ({
        ...standing,
        checkout_id: standing.creation === "answered" ? `service_${n}` : null,
        held_kind:
          standing.outcome === "held" && n % 2
            ? ("amount_differs" as const)
            : null,
        next_check_at: TONIGHT,
      }))
    )

  /** What a write has made of every row: before, what it answered, after. */
  async function tried<Answer>(write: (row: CheckoutRow) => Promise<Answer>) {
    await ofAllStates()
    const before = await read()
    const answers = await Promise.all(before.map(write))
    const after = await read()
    return before.map((row, i) => ({
      ...{ before: row, answer: answers[i]!, after: after[i]! },
    }))
  }

  describe("a checkout's state", () => {
    it("is one of the table's", () => {
      expect(states).toEqual(STATES)
      expect(lines.map(([name]) => name)).toEqual(Object.keys(WRITES))
      const events = Object.values(WRITES).flatMap(({ events }) => events)
      expect(new Set(events)).toEqual(new Set(Object.keys(TRANSITIONS)))
    })

    it.each(lines)(
      "is left by `%s` as the table says, and by nothing else",
      async (name, ...cells) => {
        const { write, only = () => true } = WRITES[name!]!
        const found: Record<string, Set<string>> = {}
        for (const { before, answer, after } of await tried((row) =>
          write(writers, row)
        )) {
          expect(asked(after)).toEqual(asked(before))
          if (!answer) {
            expect(after).toEqual(before)
          } else {
            expect(answer).toEqual(after)
            expect(after).not.toEqual(before)
          }
          if (only(before)) {
            const leads = (found[stateOf(before)] ??= new Set())
            leads.add(answer ? stateOf(after) : "-")
          } else {
            expect(answer).toBeNull()
          }
        }
        const line = STATES.map((state) => [...(found[state] ?? "-")].join("/"))
        expect(line).toEqual(cells)
      }
    )

    it.each(lines)(
      "may be left by `%s` as the list of transitions says",
      (name, ...cells) => {
        const { events } = WRITES[name!]!
        expect(STATES.map((state) => leadsTo(state, events) ?? "-")).toEqual(
          cells
        )
      }
    )
  })

  describe("a checkout", () => {
    const isPaid = ({ status }: CheckoutRow) => status === "successful"
    const isOpen = ({ outcome }: CheckoutRow) => outcome === "open"

    it.each<[string, (row: CheckoutRow) => Promise<unknown>, typeof isPaid]>([
      [
        "is marked as contradicted once its payment is settled",
        ({ id }) => store.contradicted(id, "cancelled", LATER),
        (row) => isPaid(row) && !isOpen(row),
      ],
      [
        "is marked as unknown to the service while it is open and not paid, once that has told its id",
        ({ id }) => store.unknown(id, NOW),
        (row) => isOpen(row) && !isPaid(row) && row.checkout_id !== null,
      ],
      [
        "takes what the service holds only while it is held for that, or placed",
        ({ id }) => outcomes.holds(id, 9_000),
        ({ outcome, held_kind }) =>
          outcome === "placed" ||
          (outcome === "held" && held_kind === "amount_differs"),
      ],
      [
        "is marked as waited for by a shopper while it is open and not paid",
        ({ id }) => checks.wanted(id, NOW),
        (row) => isOpen(row) && !isPaid(row),
      ],
      [
        "has the time of the service's last answer in every state",
        ({ id }) => checks.heard(id, NOW),
        () => true,
      ],
      [
        "is this store's in every state once a callback of it has come in",
        ({ id }) => store.adopted(id, "https://api.shop.example/hooks"),
        () => true,
      ],
      [
        "is due for a check now unless it is paid",
        ({ id }) => checks.unconfirmed(id, NOW),
        (row) => !isPaid(row),
      ],
      [
        "is due for its next check unless it is paid and not settled, or the service cannot be asked",
        (row) => checks.checkAgain(row, LATER),
        (row) => !isPaid(row) || (!isOpen(row) && row.checkout_id !== null),
      ],
      [
        "is closed without an answer before the service has told its id",
        () => {
          const time = { from: ago(DAY), to: NOW, now: NOW }
          return store.closeUnanswered(time)
        },
        (row) =>
          ["creating", "unanswered"].includes(stateOf(row)) && !row.checkout_id,
      ],
    ])("%s", async (_, write, touches) => {
      for (const { before, after } of await tried(write)) {
        expect(asked(after)).toEqual(asked(before))
        if (touches(before)) {
          expect(after).not.toEqual(before)
        } else {
          expect(after).toEqual(before)
        }
      }
    })

    it("is in the state that its writes lead to, whatever their order, and asks for the same money", async () => {
      const names = fc.constantFrom(...Object.keys(WRITES))
      await fc.assert(
        fc.asyncProperty(fc.array(names, { maxLength: 12 }), async (order) => {
          const [first] = await checkouts(ledger.db, [{}])
          let row = first!
          for (const name of order) {
            const { events, write, only = () => true } = WRITES[name]!
            const to = only(row) ? leadsTo(stateOf(row), events) : undefined
            const answer = await write(writers, row)
            const [after] = await read().where({ id: row.id })
            expect(answer).toEqual(to ? after : null)
            expect(stateOf(after!)).toBe(to ?? stateOf(row))
            expect(asked(after!)).toEqual(asked(first!))
            expect(isPaid(after!) || !isPaid(row)).toBe(true)
            row = after!
          }
        }),
        { numRuns: 60 }
      )
    })

    it("is either placed or goes back when two processes decide at once", async () => {
      const other = writersOn(ledger.process())
      for (let round = 0; round < 20; round++) {
        const [row] = await checkouts(ledger.db, [paid()])
        const [placed, returned, held] = await Promise.all([
          WRITES.placed!.write(writers, row!),
          WRITES.returned!.write(other, row!),
          WRITES.held!.write(other, row!),
        ])
        expect(Boolean(placed)).toBe(!returned && !held)
        const [after] = await read().where({ id: row!.id })
        expect(placed ? ["placed"] : ["returned", "held"]).toContain(
          after!.outcome
        )
      }
    })

    it("is tried once by two processes that have read the same row, and again by who reads it anew", async () => {
      const other = writersOn(ledger.process())
      const [row] = await checkouts(ledger.db, [paid()])
      const tried = await Promise.all(
        [writers, other].map((one) =>
          one.outcomes.attempted(row!, { next_check_at: LATER })
        )
      )
      expect(tried.filter(Boolean)).toMatchObject([{ settle_attempts: 1 }])
      const [again] = await read()
      expect(again).toMatchObject({ settle_attempts: 1, next_check_at: LATER })
      expect(
        await outcomes.attempted(again!, { next_check_at: TONIGHT })
      ).toMatchObject({ settle_attempts: 2 })
    })

    it("is not paid by the answer to its creation, which a fetch has to prove", async () => {
      const [row] = await checkouts(ledger.db, [{}])
      const answer = { checkout_id: "service_1", payment_url: null }
      const told = { ...answer, status: "successful", next_check_at: LATER }
      expect(await store.created(row!.id, told)).toMatchObject({
        ...answer,
        status: "received",
      })
    })

    it("keeps what its callback has said when the answer to its creation comes after it", async () => {
      const [row] = await checkouts(ledger.db, [{}])
      await store.paid(row!.id, PAID)
      await WRITES.created!.write(writers, row!)
      expect(await read()).toMatchObject([
        {
          status: "successful",
          creation: "answered",
          ...{ checkout_id: `told_${row!.id}`, next_check_at: NOW },
        },
      ])
    })

    it("learns its term once, from the callback that comes after a fetch", async () => {
      const [row] = await checkouts(ledger.db, [paid()])
      const term = (number_of_payments: number) =>
        store.paid(row!.id, { ...PAID, number_of_payments })
      expect(await term(3)).toBeNull()
      expect(await term(6)).toBeNull()
      expect(await read()).toMatchObject([
        { number_of_payments: 3, paid_at: row!.paid_at },
      ])
    })

    it("that is cancelled is checked once more when the service has told its id: it may be paid in another tab", async () => {
      const [known, unknown] = await checkouts(ledger.db, [
        { checkout_id: "service_1", next_check_at: LATER },
        { next_check_at: LATER },
      ])
      const cancelled = ({ id }: CheckoutRow) =>
        store.said(id, "cancelled", NOW)
      expect(await cancelled(known!)).toMatchObject({ next_check_at: LATER })
      expect(await cancelled(unknown!)).toMatchObject({ next_check_at: null })
    })

    it("has the id at the service that no other has", async () => {
      const rows = await checkouts(ledger.db, [
        { creation: "unanswered" },
        { creation: "unanswered" },
      ])
      const identify = (n: number) => store.identified(rows[n]!.id, "service_1")
      expect(await identify(0)).toMatchObject({ checkout_id: "service_1" })
      await expect(identify(1)).rejects.toThrow(/unique/)
    })

    it("is waited for until the service answers a question that was put since, or it is checked no more", async () => {
      const [row] = await checkouts(ledger.db, [
        { status: "cancelled", outcome: "closed", next_check_at: LATER },
      ])
      const { id } = row!
      await checks.unconfirmed(id, NOW)
      expect(await checks.heard(id, ago(1))).toMatchObject({
        poll_requested_at: NOW,
      })
      expect(await checks.heard(id, NOW)).toMatchObject({
        poll_requested_at: null,
      })
      await checks.unconfirmed(id, NOW)
      await checks.unconfirmed(id, LATER)
      // Asked between the two: the second one is not answered by that.
      expect(await checks.heard(id, NOW)).toMatchObject({
        poll_requested_at: LATER,
      })
      await checks.checkAgain({ id, next_check_at: LATER }, null)
      expect(await read()).toMatchObject([
        { poll_requested_at: null, next_check_at: null },
      ])
    })

    it("is waited for by nobody once it is cancelled", async () => {
      const waits = { poll_requested_at: ago(HOUR), checkout_id: "service_1" }
      const [row] = await checkouts(ledger.db, [waits])
      const cancelled = await store.said(row!.id, "cancelled", NOW)
      expect(cancelled).toMatchObject({ poll_requested_at: null })
    })

    it("keeps the check that was made due since the row was read", async () => {
      const [row] = await checkouts(ledger.db, [{ next_check_at: LATER }])
      await checks.unconfirmed(row!.id, NOW)
      await checks.checkAgain(row!, TONIGHT)
      expect(await read()).toMatchObject([{ next_check_at: NOW }])
    })

    it("is confirmed ten minutes after its order was placed, once, where only a callback told it", async () => {
      const told = { ...paid(), checkout_id: "service_1", outcome: "open" }
      const heard = { ...told, checkout_id: "service_2" }
      const [by_callback, by_fetch] = await checkouts(ledger.db, [
        { ...told, paid_at: ago(HOUR), status_updated_at: ago(2 * HOUR) },
        { ...heard, paid_at: ago(HOUR), status_updated_at: ago(HOUR) },
      ] as Partial<CheckoutRow>[])
      await outcomes.placed(by_fetch!.id, ORDER)
      await outcomes.placed(by_callback!.id, ORDER)
      const due = new DueCheckouts(ledger.db, STORE)
      const minutes = (n: number) => NOW.getTime() + n * 60_000
      expect(await due.byId(minutes(9), 10)).toEqual([])
      expect(await due.byId(minutes(10), 10)).toMatchObject([
        { id: by_callback!.id },
      ])
      await checks.heard(by_callback!.id, new Date(minutes(10)))
      expect(await due.byId(minutes(10), 10)).toEqual([])
    })

    it("is checked again, also once it has gone back, while the service no longer calls it successful", async () => {
      const held = { outcome: "held" as const, outcome_at: ago(HOUR) }
      const [row] = await checkouts(ledger.db, [{ ...paid(), ...held }])
      const { id } = row!
      const due = new DueCheckouts(ledger.db, STORE)
      await store.contradicted(id, "cancelled", LATER)
      await outcomes.returned(id, { reason: null, now: NOW })
      expect(await due.byId(NOW.getTime(), 10)).toEqual([])
      const [again] = await due.byId(LATER.getTime(), 10)
      expect(again).toMatchObject({ id, outcome: "returned" })
      expect((await due.all(LATER.getTime())).count).toBe(0)
      await checks.checkAgain(again!, TONIGHT)
      expect(await read()).toMatchObject([{ next_check_at: TONIGHT }])
      await store.contradicted(id, "successful", TONIGHT)
      expect(await read()).toMatchObject([
        { contradiction: null, next_check_at: null },
      ])
    })

    it("is due for its next check also when PostgreSQL wrote the time, to the microsecond", async () => {
      await checkouts(ledger.db, [{ next_check_at: LATER }])
      await ledger.db(TABLES.checkout).update({
        next_check_at: ledger.db.raw(
          "next_check_at + interval '123 microseconds'"
        ),
      })
      const [row] = await read()
      await checks.checkAgain(row!, TONIGHT)
      expect(await read()).toMatchObject([{ next_check_at: TONIGHT }])
    })

    it("is checked by one of two who read it at once, and only after its pause", async () => {
      const [row] = await checkouts(ledger.db, [{ last_checked_at: ago(HOUR) }])
      const ask = (at: CheckoutRow, restMs: number) =>
        checks.takeAsk(at, { now: NOW, restedAt: ago(restMs) })
      expect(await ask(row!, 2 * HOUR)).toBeNull()
      const turns = await Promise.all([ask(row!, HOUR), ask(row!, HOUR)])
      const taken = turns.filter((turn) => turn !== null)
      expect(taken).toMatchObject([{ check_count: 1, last_checked_at: NOW }])
      await checks.giveBackAsk(row!)
      expect(await read()).toMatchObject([
        { check_count: 0, last_checked_at: ago(HOUR) },
      ])
    })
  })
})

/** The state that a checkout in `state` comes to by these events, if one applies. */
function leadsTo(
  state: CheckoutState,
  events: CheckoutEvent[]
): CheckoutState | undefined {
  for (const event of events) {
    const moved = next(state, event)
    if ("state" in moved) {
      return moved.state
    }
  }
  return undefined
}
