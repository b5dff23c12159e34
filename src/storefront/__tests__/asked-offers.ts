import type { InstalmentMessageConfig } from "../index.js"

/** One request for an offer that a test answers when it likes. */
export type AskedOffer = {
  amount: string
  aborted: boolean
  answer(body: unknown, status?: number): void
  fail(): void
}

/** The network between a page and its store: every request waits for a test. */
export function askedOffers() {
  const asked: AskedOffer[] = []
  const fetch: InstalmentMessageConfig["fetch"] = (url, init) =>
    new Promise<Response>((resolve, reject) => {
      const one: AskedOffer = {
        amount: new URL(String(url)).searchParams.get("amount")!,
        aborted: false,
        answer: (body, status = 200) =>
          resolve(new Response(JSON.stringify(body), { status })),
        fail: () => reject(new TypeError("Failed to fetch")),
      }
      asked.push(one)
      init?.signal?.addEventListener("abort", () => {
        one.aborted = true
        reject(new Error("aborted"))
      })
    })
  return { asked, fetch }
}

/** The store's answer for an amount of whole units that divides by 3. */
export function offerOf(amount: number) {
  const share = amount / 3
  return {
    offer: {
      eligible: true,
      reason: null,
      currency_code: "zar",
      amount,
      terms: [
        { number_of_payments: 2, payments: [amount / 2, amount / 2] },
        { number_of_payments: 3, payments: [share, share, share] },
      ],
      headline: { number_of_payments: 3, payment: share },
    },
  }
}

/** The store's answer when it does not offer instalments. */
export const noOffer = {
  offer: {
    eligible: false,
    reason: "below_minimum",
    currency_code: "zar",
    amount: 30,
    missing: 20,
    terms: [],
    headline: null,
  },
}
