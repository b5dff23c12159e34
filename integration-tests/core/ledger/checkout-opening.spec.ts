import {
  CheckoutOpening,
  type PayableState,
} from "../../../src/modules/instalments/checkout/opening"
import type { CheckoutRow } from "../../../src/modules/instalments/ledger/rows"
import {
  ago,
  checkout,
  checkouts,
  MINUTE,
  NOW,
  paid,
  STORE,
} from "./database/rows"
import { withLedger } from "./database/with-ledger"

const OPTIONS = { ...STORE, timeZone: "Africa/Johannesburg" }
const STATE: PayableState = {
  ...{ amount: 10_000, currency: "ZAR", country_code: "za" },
  ...{ cart_id: "cart_mine", source_cart_id: "cart_mine", order_id: null },
  is_unbooked: true,
  ...{ payment_collection_id: "paycol_mine", success_url: null },
  ...{ payment_session_id: "payses_mine", fingerprints: ["print_mine"] },
}
const BALANCE = { ...STATE, cart_id: null, order_id: "order_mine" }

const PAGE: Partial<CheckoutRow> = {
  status: "received",
  creation: "answered",
  fingerprint: "print_mine",
  payment_url: "https://pay.example/1",
  opened_at: ago(19 * MINUTE),
}
const CREATING: Partial<CheckoutRow> = {
  fingerprint: "print_mine",
  opened_at: ago(14_000),
}
/** The service said cancelled, then a callback paid; see `isUnconfirmed`. */
const DOUBTED: Partial<CheckoutRow> = {
  ...{ status: "cancelled", outcome: "closed", cart_id: "cart_mine" },
  poll_requested_at: NOW,
}
const mine = (changes: Partial<CheckoutRow> = {}): Partial<CheckoutRow> => ({
  ...{ ...paid(), cart_id: "cart_mine" },
  ...changes,
})

withLedger((ledger) => {
  let opening: CheckoutOpening
  beforeEach(() => {
    opening = new CheckoutOpening(ledger.db, OPTIONS)
  })

  describe("a payable state", () => {
    it.each<[string, Partial<CheckoutRow>, PayableState?]>([
      ["a page of it that is 19 minutes old", PAGE],
      ["a page with an unknown status", { ...PAGE, status: "no_such" }],
      ["one that another request is creating", CREATING],
      ["a payment of its cart that becomes an order", mine()],
      [
        "a cancelled one of its cart that was paid after all, it seems",
        DOUBTED,
      ],
      [
        "one of the cart that is becoming its order that was paid after all, it seems",
        DOUBTED,
        BALANCE,
      ],
      [
        "one of its order that was paid after all, it seems",
        { ...DOUBTED, cart_id: null, order_id: "order_mine" },
        BALANCE,
      ],
      ["a payment of its cart that is held", mine({ outcome: "held" })],
      ["a payment of its cart that is placed", mine({ outcome: "placed" })],
      [
        "a payment of its order that is not booked yet",
        mine({ cart_id: null, order_id: "order_mine" }),
        BALANCE,
      ],
      ["a payment of the cart that is becoming its order", mine(), BALANCE],
      [
        "a held payment of its cart, while its order has none",
        mine({ outcome: "held" }),
        BALANCE,
      ],
      [
        "a payment of its cart, also when its order has another one",
        mine(),
        { ...BALANCE, is_unbooked: false },
      ],
    ])("gets %s again", async (_, row, state = STATE) => {
      const known = await checkout(ledger.db, row)
      const opened = await opening.open(state, NOW)
      expect(opened).toMatchObject({ isNew: false, checkout: known })
    })

    it.each<[string, Partial<CheckoutRow>, PayableState?]>([
      [
        "a page of it that is 20 minutes old",
        { ...PAGE, opened_at: ago(20 * MINUTE) },
      ],
      ["a page without an address", { ...PAGE, payment_url: null }],
      [
        "a page that the service refused",
        { ...PAGE, status: "invalid_payload" },
      ],
      ["a page of another state", { ...PAGE, fingerprint: "print_other" }],
      [
        "one that was cancelled",
        { ...PAGE, status: "cancelled", outcome: "closed" },
      ],
      ["a creation of 15 seconds", { ...CREATING, opened_at: ago(15_000) }],
      [
        "a creation that got no answer",
        { ...CREATING, creation: "unanswered" },
      ],
      [
        "a payment of its cart that was returned",
        mine({ outcome: "returned" }),
      ],
      ["a payment of another cart", mine({ cart_id: "cart_other" })],
      [
        "a payment of its order that is booked",
        mine({ cart_id: null, order_id: "order_mine", outcome: "placed" }),
        BALANCE,
      ],
      [
        "a held payment of its cart, of which another one is its order's",
        mine({ outcome: "held" }),
        { ...BALANCE, is_unbooked: false },
      ],
      ["a row that was deleted", mine({ deleted_at: NOW })],
    ])("gets a new checkout beside %s", async (_, row, state = STATE) => {
      const known = await checkout(ledger.db, row)
      const { isNew, checkout: opened } = await opening.open(state, NOW)
      expect(isNew).toBe(true)
      expect(opened.id).not.toBe(known.id)
      expect(opened).toMatchObject({
        ...{ amount: 10_000, currency: "ZAR", opened_at: NOW },
        status: null,
        outcome: "open",
        creation: "sent",
      })
    })

    it("gets its page again through every step of an exchange of keys, also from a process that is a step behind", async () => {
      const steps = [
        ["by_old"],
        ["by_old", "by_new"],
        ["by_new", "by_old"],
        ["by_new"],
      ] as [string, ...string[]][]
      for (const [n, ahead] of steps.entries()) {
        const behind = steps[Math.max(0, n - 1)]!
        for (const [first, second] of [
          [behind, ahead],
          [ahead, behind],
        ] as const) {
          await ledger.db("instalments_checkout").delete()
          const { checkout: page } = await opening.open(
            { ...STATE, fingerprints: first },
            NOW
          )
          const again = await opening.open(
            { ...STATE, fingerprints: second },
            NOW
          )
          expect([first, second, again.isNew]).toEqual([first, second, false])
          expect(again.checkout.id).toBe(page.id)
        }
      }
    })

    it("gets the payment that is known before a page of it", async () => {
      await checkout(ledger.db, PAGE)
      const known = await checkout(ledger.db, mine())
      const opened = await opening.open(STATE, NOW)
      expect(opened.checkout.id).toBe(known.id)
    })

    it("is created once, however many tabs of however many processes open it at once", async () => {
      const both = [opening, new CheckoutOpening(ledger.process(), OPTIONS)]
      const opened = await Promise.all(
        Array.from({ length: 12 }, (_, tab) =>
          both[tab % 2]!.open(
            { ...STATE, payment_session_id: `payses_${tab}` },
            NOW
          )
        )
      )
      expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1)
      expect(new Set(opened.map((one) => one.checkout.id)).size).toBe(1)
      const sessions = await ledger.db("instalments_checkout_session")
      expect(new Set(sessions.map((one) => one.reference)).size).toBe(1)
      expect(sessions).toHaveLength(12)
    })

    /** Pages of the cart, opened this many minutes ago. */
    const pages = (minutes: number[], changes: Partial<CheckoutRow> = {}) =>
      checkouts(
        ledger.db,
        minutes.map((ago_) => ({
          ...{ ...PAGE, cart_id: "cart_mine", fingerprint: `print_${ago_}` },
          ...{ opened_at: ago(ago_ * MINUTE), ...changes },
        }))
      )

    it("gets no seventh checkout of its cart within an hour, and is told when it goes again", async () => {
      await pages([1, 10, 20, 30, 40, 50])
      await expect(opening.open(STATE, NOW)).rejects.toMatchObject({
        type: "not_allowed",
        code: "instalments_too_many_checkouts",
        // Noon in Johannesburg, and the oldest is fifty minutes old.
        message: expect.stringContaining(
          "again from 12:10 (Africa/Johannesburg)"
        ),
      })
      const inTime = new Date(NOW.getTime() + 10 * MINUTE)
      expect((await opening.open(STATE, inTime)).isNew).toBe(true)
    })

    it("gets the page that it has also at the ceiling", async () => {
      await pages([1, 2, 3, 4, 5])
      const [page] = await pages([6], { fingerprint: "print_mine" })
      const opened = await opening.open(STATE, NOW)
      expect(opened).toMatchObject({ isNew: false, checkout: { id: page!.id } })
    })

    it.each<[string, Partial<CheckoutRow>, PayableState?]>([
      ["were paid and returned", mine({ outcome: "returned" })],
      ["the service refused to make", { creation: "refused" }],
      ["the service called invalid", { status: "invalid_payload" }],
      ["the service did not answer", { creation: "unanswered", status: null }],
      ["are another cart's", { cart_id: "cart_other" }],
      ["are its cart's, for what an order owes", {}, BALANCE],
    ])(
      "gets a new one beside six that %s",
      async (_, changes, state = STATE) => {
        for (const one of [1, 2, 3, 4, 5, 6]) {
          await pages([one], { ...changes, checkout_id: `service_mine_${one}` })
        }
        expect((await opening.open(state, NOW)).isNew).toBe(true)
      }
    )

    it("leads each of its sessions to the newest checkout that it was opened for", async () => {
      await opening.open(STATE, ago(21 * MINUTE))
      const { checkout: newer } = await opening.open(STATE, NOW)
      expect(
        await ledger
          .db("instalments_checkout_session")
          .select("id", "reference")
      ).toEqual([{ id: "payses_mine", reference: newer.id }])
    })
  })

  describe("the payment that a shopper is told of", () => {
    const known = () => opening.knownPayment("cart_mine")

    it("is the one with the order, else the one that may get it, else the held one, the oldest first", async () => {
      const rows = await checkouts(ledger.db, [
        mine({ outcome: "held", opened_at: ago(9 * MINUTE) }),
        mine({ outcome: "open", opened_at: ago(3 * MINUTE) }),
        mine({ outcome: "open", opened_at: ago(5 * MINUTE) }),
        mine({
          outcome: "placed",
          opened_at: ago(MINUTE),
          order_id: "order_1",
        }),
      ])
      const order = [rows[3]!, rows[2]!, rows[1]!, rows[0]!]
      for (const { id, outcome, order_id } of order) {
        expect(await known()).toEqual({ reference: id, outcome, order_id })
        await ledger.db("instalments_checkout").where({ id }).delete()
      }
      expect(await known()).toBeNull()
    })

    it("is none that was returned, was not paid, or is another cart's", async () => {
      await checkouts(ledger.db, [
        mine({ outcome: "returned" }),
        { ...PAGE, cart_id: "cart_mine" },
        paid(),
      ])
      expect(await known()).toBeNull()
    })
  })
})
