/** What the store answers: a body, or a status to fail with; null hangs up. */
type Answer = object | number | null

/** The network between a shop's page and its store, as a test wants it. */
export class Store {
  asked: string[] = []
  /** By a part of the path; a list is answered one by one, the last again. */
  answers: Record<string, Answer | Answer[]> = {}

  readonly connection = {
    baseUrl: "https://api.shop.example",
    publishableKey: "pk_1",
    fetch: ((url: string, init?: RequestInit) =>
      this.answer(url, init)) as typeof fetch,
  }

  private async answer(url: string, init: RequestInit = {}): Promise<Response> {
    init.signal?.throwIfAborted()
    this.asked.push(`${init.method} ${new URL(url).pathname}`)
    const known = Object.keys(this.answers)
      .filter((part) => url.includes(part))
      .sort((one, other) => other.length - one.length)[0]
    const given = known === undefined ? 404 : this.answers[known]!
    const found =
      Array.isArray(given) && given.length > 1
        ? given.shift()
        : [given].flat()[0]
    if (found === null || found === undefined) {
      throw new TypeError("Failed to fetch")
    }
    return typeof found === "number"
      ? new Response(JSON.stringify({ message: "No." }), { status: found })
      : new Response(JSON.stringify(found))
  }
}

type Told = {
  order_id?: string
  payment_url?: string
  refund?: { status: string; expected_on: string }
}

/** The store's answer about a payment. */
export const payment = (status: string, more: Told = {}) => ({
  payment: { status, ...more },
})

/** Where a payment is begun. */
export const SESSIONS = "/store/payment-collections/pay_col_1/payment-sessions"

/** The store's answers to a cart whose payment is begun. */
export const beginning = (presentation = "redirect") => ({
  "/store/payment-collections": { payment_collection: { id: "pay_col_1" } },
  [SESSIONS]: {
    payment_collection: {
      id: "pay_col_1",
      payment_sessions: [
        {
          id: "payses_1",
          provider_id: "pp_instalments_instalments",
          data: {
            reference: "inst_1",
            payment_url: "https://pay.example/1",
            presentation,
            amount: 129900,
            currency: "ZAR",
          },
        },
      ],
    },
  },
})

/** The store's offer of 3 and 6 payments for 1299. */
export const offer = {
  offer: {
    eligible: true,
    reason: null,
    currency_code: "zar",
    amount: 1299,
    terms: [
      { number_of_payments: 3, payments: [433, 433, 433] },
      { number_of_payments: 6, payments: [216.5, 216.5, 216.5] },
    ],
    headline: { number_of_payments: 6, payment: 216.5 },
  },
}
