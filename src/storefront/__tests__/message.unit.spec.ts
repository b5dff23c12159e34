import fc from "fast-check"
import { shopperOffer } from "../../api/store/instalments/offer/shopper-offer.js"
import { offerFor } from "../../modules/instalments/domain/offer.js"
import { messageOf } from "../message.js"
import { fetchOffer, type Offer } from "../offer.js"
import { textsWith } from "../texts.js"

const texts = textsWith({})
const plain = (text = "") => text.replace(/\s/g, " ")

const rules = [{ from_amount: 1_000, to_amount: 10_000_000, terms: [2, 3, 6] }]

/** The offer for an amount in cents, as the store's answer brings it. */
function offerOf(amountCents: number): Promise<Offer> {
  const asked = { amountCents, currency: "ZAR" }
  const found = offerFor({ ...asked, options: { currency: "ZAR" }, rules })
  const body = JSON.stringify({ offer: shopperOffer(found, asked) })
  return fetchOffer(
    {
      baseUrl: "https://api.shop.example",
      publishableKey: "pk_1",
      fetch: async () => new Response(body),
    },
    { amount: amountCents / 100, currencyCode: "ZAR" }
  )
}

describe("the words of an offer", () => {
  it("name the odd cents, on the first payments", async () => {
    const message = messageOf(await offerOf(130_000), texts, "en-ZA")!
    expect(plain(message.line)).toBe("or 6 × about R 216,67")
    expect(message.terms.map(({ payments }) => plain(payments))).toEqual([
      "2 × R 650,00",
      "1 × R 433,34, then 2 × R 433,33",
      "4 × R 216,67, then 2 × R 216,66",
    ])
  })

  it.each([
    ["en-ZA", "R 216,67"],
    ["en-US", "R 216.67"],
    ["de-DE", "216,67 R"],
  ])("show money as %s does", async (locale, money) => {
    const message = messageOf(await offerOf(130_000), texts, locale)!
    expect(plain(message.line)).toContain(money)
  })

  it("add up to the amount to the cent, whatever it is", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1_000, max: 10_000_000 }),
        async (cents) => {
          const offer = await offerOf(cents)
          for (const { numberOfPayments, payments } of offer.terms) {
            expect(payments).toHaveLength(numberOfPayments)
            const sum = payments.reduce((all, one) => all + toCents(one), 0)
            expect(sum).toBe(cents)
          }
          const message = messageOf(offer, texts, "en-US")!
          for (const { count, payments } of message.terms) {
            expect(wordsInCents(payments)).toEqual({
              count: Number(count),
              cents,
            })
          }
        }
      )
    )
  })

  it("are none without an offer, or for a single payment", async () => {
    const offer = await offerOf(130_000)
    const single = { numberOfPayments: 1, payment: 1300 }
    expect(messageOf(null, texts)).toBeNull()
    expect(messageOf(await offerOf(999), texts)).toBeNull()
    expect(messageOf({ ...offer, headline: null }, texts)).toBeNull()
    expect(messageOf({ ...offer, headline: single }, texts)).toBeNull()
  })

  it("keep braces that nobody fills", async () => {
    const own = textsWith({ message: "{count} of {total}" })
    expect(messageOf(await offerOf(130_000), own)!.line).toBe("6 of {total}")
  })
})

const toCents = (amount: number) => Math.round(amount * 100)

/** Reads "1 × R433.34, then 2 × R433.33" as a shopper would add it up. */
function wordsInCents(words: string) {
  return [...words.matchAll(/(\d+) × R\s?([\d,.]+?)(?=, then|$)/g)].reduce(
    (all, [, count, money]) => ({
      count: all.count + Number(count),
      cents:
        all.cents + Number(count) * toCents(Number(money!.replaceAll(",", ""))),
    }),
    { count: 0, cents: 0 }
  )
}
