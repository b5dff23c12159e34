import type { CreateApplicationMethodDTO as Method } from "@medusajs/framework/types"
import fc from "fast-check"
import { Prices } from "../harness/prices"
import { ShopSettings } from "../harness/shop-settings"
import { withStore } from "../harness/with-store"

/** What the ledger's column of cents can hold. */
const LARGEST_CENTS = 2_147_483_647

const price = fc.oneof(
  fc.integer({ min: 1, max: 1_000 }),
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.integer({ min: 1, max: 100_000_000 })
)
const quantity = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.nat({ max: 998 }))
const percentage = fc.constantFrom(3.33, 12.5, 33.3333, 100)
const sum = fc.integer({ min: 1, max: 50_000 }).map((cents) => cents / 100)
const off = fc.oneof(
  fc.record({ type: fc.constant("percentage" as const), value: percentage }),
  fc.record({ type: fc.constant("fixed" as const), value: sum })
)
const of = fc.constantFrom(
  { target_type: "order" },
  { target_type: "items", allocation: "across" },
  { target_type: "items", allocation: "each", max_quantity: 2 },
  { target_type: "items", allocation: "each", max_quantity: 1_000 },
  { target_type: "shipping_methods", allocation: "across" }
)
const code = fc.record({
  method: fc
    .tuple(off, of)
    .map(([off, of]) => ({ ...off, ...of, currency_code: "zar" }) as Method),
  is_tax_inclusive: fc.boolean(),
})
const wish = fc.record({
  price: price.map((cents) => cents / 100),
  mugs: quantity.map((count) => count + 1),
  courier: fc.constantFrom(0, 0.01, 99.5, 133.33),
  code: fc.option(code, { freq: 5 }),
  thirdMug: fc.option(percentage),
  giftCards: fc.option(
    fc.record({
      price: price.map((cents) => cents / 100),
      quantity: fc.integer({ min: 1, max: 7 }),
    })
  ),
  // Store credit and gift cards that pay are credit lines of the cart.
  credits: fc.array(sum, { maxLength: 2 }),
})
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never

withStore((store) => {
  const prices = new Prices(store)
  let codes = 0

  beforeEach(async () => {
    await new ShopSettings(store).stock(1_000_000)
    store.sandbox.set({
      rules: [{ from_amount: 1, to_amount: 10 ** 12, terms: [1] }],
    })
    await store.ledger.config.refresh()
  })

  /** Sets up the shop for the wish; answers what goes into the cart. */
  async function setUp({ code, thirdMug, giftCards, ...wish }: Wish) {
    await prices.mug(wish.price)
    await prices.courier(wish.courier)
    const name = `CODE-${(codes += 1)}`
    if (code) {
      await prices.code(name, code.method, code)
    }
    if (thirdMug) {
      await prices.thirdMugCode(`THIRD-${name}`, thirdMug)
    }
    return {
      mugs: wish.mugs,
      others: giftCards
        ? [
            {
              variant_id: await prices.giftCard(giftCards.price),
              quantity: giftCards.quantity,
            },
          ]
        : [],
      codes: [...(code ? [name] : []), ...(thirdMug ? [`THIRD-${name}`] : [])],
      credits: wish.credits,
    }
  }

  it.each([
    { rate: 15, inside: true, seed: 15 },
    { rate: 19.6, inside: false, seed: 18 },
  ])(
    "every cart that another way to pay completes, instalments complete for the same total (%j)",
    async ({ seed, ...tax }) => {
      await prices.tax(tax)
      let completed = 0
      await fc.assert(
        fc.asyncProperty(wish, async (wish) => {
          const content = await setUp(wish)
          const first = await prices.cart(content)
          const second = await prices.cart(content)
          const transfer = await prices.transfer(first)
          const cents = Math.round((transfer?.total ?? 0) * 100)
          if (!transfer || cents < 1 || cents > LARGEST_CENTS) {
            return
          }
          const { data } = await store.get(
            `/store/instalments/offer?cart_id=${second}`
          )
          expect(data.offer).toMatchObject({
            eligible: true,
            amount: cents / 100,
          })
          const { request, order, reference } = await prices.payFor(second)
          const lines = request.line_items as { amount: number }[]
          expect(lines.every(({ amount }) => amount >= 0)).toBe(true)
          expect(lines.reduce((all, { amount }) => all + amount, 0)).toBe(cents)
          expect(request.amount).toBe(cents)
          expect(order!.total).toBe(transfer.total)
          expect(await store.row(reference)).toMatchObject({
            outcome: "placed",
          })
          completed += 1
        }),
        { numRuns: 8, seed, endOnFailure: true, includeErrorInReport: true }
      )
      expect(completed).toBeGreaterThan(2)
    },
    300_000
  )
})
