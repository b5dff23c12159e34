import { optionsWith } from "../../../src/cli/doctor/__tests__/options"
import { AttentionList } from "../../../src/modules/instalments/attention/list"
import { CallbackStore } from "../../../src/modules/instalments/callback/store"
import { CheckoutErasing } from "../../../src/modules/instalments/checkout/erasing"
import { CheckoutStore } from "../../../src/modules/instalments/checkout/store"
import {
  TABLES,
  type CallbackRow,
  type CheckoutRow,
} from "../../../src/modules/instalments/ledger/rows"
import { Retention } from "../../../src/modules/instalments/ledger/retention"
import { POSSIBLE } from "./checkout-standings"
import {
  ago,
  callback,
  checkouts,
  DAY,
  HOUR,
  NOW,
  paid,
  refund,
} from "./database/rows"
import { withLedger } from "./database/with-ledger"

const LEADS = {
  payment_url: "https://pay.example/1",
  success_url: "https://shop.example/?who=thandeka%40unmistakable.example",
}
const FORGOTTEN = { payment_url: null, success_url: null, fingerprint: null }

withLedger((ledger) => {
  let attention: AttentionList
  let retention: Retention
  beforeEach(() => {
    const { db } = ledger
    const now = () => NOW.getTime()
    attention = new AttentionList(db, optionsWith({}), now)
    retention = new Retention(
      {
        erasing: new CheckoutErasing(db),
        callbacks: new CallbackStore(db, optionsWith({}), now),
        attention,
      },
      now
    )
  })

  const rows = <Row>(table: string): Promise<Row[]> =>
    ledger.db(table).orderBy("id") as never

  /** A person's note about something that needed one. */
  const note = (key: string, text: string, reference: string | null = null) =>
    attention.resolve(
      {
        key,
        kind: "held-payment",
        title: "Held",
        reference,
        count: 1,
        opened_at: ago(99 * DAY),
      } as never,
      { action: "resolve", note: text, resolved_by: "user_1" }
    )

  describe("a person who is erased", () => {
    it("is out of the person's checkouts in every state, by cart or order, and nothing else changes", async () => {
      await checkouts(
        ledger.db,
        POSSIBLE.map((standing, n) => ({
          ...{ ...standing, ...LEADS, next_check_at: ago(HOUR) },
          ...{ held_reason: "Thandeka owes money", last_error: null },
          ...(n % 2 ? { cart_id: null, order_id: `order_${n}` } : {}),
        }))
      )
      const before = await rows<CheckoutRow>(TABLES.checkout)
      const [other] = await checkouts(ledger.db, [LEADS])
      const erased = await retention.erase({
        cart_ids: before.flatMap(({ cart_id }) => cart_id ?? []),
        order_ids: before.flatMap(({ order_id }) => order_id ?? []),
      })
      expect(erased).toHaveLength(POSSIBLE.length)
      const after = await rows<CheckoutRow>(TABLES.checkout)
      expect(after.filter(({ id }) => id !== other!.id)).toEqual(
        before.map((row) => ({ ...row, ...FORGOTTEN, held_reason: null }))
      )
      expect(after.find(({ id }) => id === other!.id)).toEqual(other)
    })

    it("stays out of a checkout that was being created, and nothing else of the answer is lost", async () => {
      const [row] = await checkouts(ledger.db, [{ payment_url: null }])
      await retention.erase({ cart_ids: [row!.cart_id!], order_ids: [] })
      await new CheckoutStore(ledger.db).created(row!.id, {
        ...{ checkout_id: "co_late", payment_url: "https://pay.example/late" },
        ...{ status: "received", next_check_at: NOW },
      })
      expect(await rows(TABLES.checkout)).toMatchObject([
        { checkout_id: "co_late", status: "received", payment_url: null },
      ])
    })

    it("is out of bodies and notes about the person's payments, which say what they said of the money", async () => {
      const [row] = await checkouts(ledger.db, [paid()])
      const held = await callback(ledger.db, {
        ...{
          reference: row!.id,
          body: "Thandeka",
          held_reason: "Not understood",
        },
      })
      await note("k_1", "Told her by phone", row!.id)
      await note("k_2", `About ${row!.id}: call 082 555 0199, x@example.com`)
      await retention.erase({ cart_ids: [row!.cart_id!], order_ids: [] })
      expect(await rows(TABLES.callback)).toEqual([{ ...held, body: null }])
      const notes = await ledger.db("instalments_resolution").orderBy("key")
      expect(notes.map((one) => one.note)).toEqual([
        null,
        `About ${row!.id}: call [cut], [cut]`,
      ])
    })
  })

  describe("what nobody needs any more", () => {
    it("is taken out of a checkout a day after its end, and not while it waits for one or for a person", async () => {
      await checkouts(
        ledger.db,
        POSSIBLE.flatMap((standing) =>
          [DAY, DAY + 1].map((age) => ({
            ...{ ...standing, ...LEADS },
            outcome_at: standing.outcome === "open" ? null : ago(age),
          }))
        )
      )
      const before = await rows<CheckoutRow>(TABLES.checkout)
      await retention.run()
      expect(await rows(TABLES.checkout)).toEqual(
        before.map((row) => {
          const ended =
            ["placed", "returned", "closed"].includes(row.outcome) &&
            row.outcome_at! < ago(DAY)
          return ended ? { ...row, ...FORGOTTEN } : row
        })
      )
    })

    it.each([
      ["scheduled", false],
      ["in_doubt", false],
      ["pending", false],
      ["complete", true],
      ["failed", true],
      ["withdrawn", true],
    ] as const)(
      "waits for a refund that is %s: forgotten %s",
      async (status, forgotten) => {
        const [row] = await checkouts(ledger.db, [
          { ...paid(), ...LEADS, outcome: "placed", outcome_at: ago(2 * DAY) },
        ])
        await refund(ledger.db, { reference: row!.id, status })
        await retention.run()
        const [after] = await rows<CheckoutRow>(TABLES.checkout)
        expect(after!.fingerprint === null).toBe(forgotten)
      }
    )

    it("is the body of a callback after 30 days or once somebody has dealt with it, and a callback after a year", async () => {
      const held = { held_reason: "Not understood", body: "{}" }
      const at = (age: number) => ({
        received_at: ago(age),
        last_received_at: ago(age),
      })
      const fresh = await callback(ledger.db, { ...held, ...at(30 * DAY) })
      const old = await callback(ledger.db, { ...held, ...at(30 * DAY + 1) })
      const done = await callback(ledger.db, {
        ...held,
        received_at: ago(99 * DAY),
        last_received_at: ago(DAY),
      })
      await note(`held-callback:${done.id}`, "Seen")
      const waiting = await callback(ledger.db, { ...held, ...at(400 * DAY) })
      await callback(ledger.db, at(365 * DAY + 1))
      await retention.run()
      const after = await rows<CallbackRow>(TABLES.callback)
      expect(after.map(({ id, body }) => [id, body]).sort()).toEqual(
        [
          [fresh.id, "{}"],
          [old.id, null],
          [done.id, null],
          [waiting.id, null],
        ].sort()
      )
    })

    it("goes in batches, until nothing is left", async () => {
      const before = { outcome: "closed" as const, outcome_at: ago(2 * DAY) }
      await checkouts(ledger.db, Array(2_500).fill(before))
      await retention.run()
      expect(
        await ledger.db(TABLES.checkout).whereNotNull("fingerprint").first()
      ).toBeUndefined()
    })
  })
})
