import { parseCallback } from "../../src/modules/instalments/callback/parse-callback"
import {
  reconcileCheckoutsWorkflow,
  submitRefundsWorkflow,
  trackRefundsWorkflow,
} from "../../src/workflows"
import type { Store } from "../../integration-tests/store/with-store"
import { paidCallback } from "../requests/paid-callback"
import { idOf } from "./fill"

/** One thing that the store does with its ledger; `n` names a row of it. */
export type Operation = {
  name: string
  /** Why it takes longer with more rows, where that is accepted. */
  growsBecause?: string
  run: (store: Store, n: number) => Promise<unknown>
}

const NEWEST = { order: "-created_at", offset: 0, limit: 20 } as const

/** The nearest row that has an order: see how the ledger is filled. */
const orderOf = (n: number) =>
  idOf("order", Math.max(501, n - (n % 5 === 0 || n % 1000 === 3 ? 1 : 0)))

/** The hot paths and the jobs, by what their users would call them. */
export const operations: Operation[] = [
  {
    name: "a duplicate callback is recorded",
    run: ({ ledger }, n) => {
      const body = Buffer.from(JSON.stringify(paidCallback(idOf("inst", n))))
      return ledger.callbacks.record(body, parseCallback(body))
    },
  },
  {
    name: "a checkout is opened for a payable state",
    run: ({ ledger }, n) =>
      ledger.checkouts.open(
        {
          amount: 50_000,
          currency: "ZAR",
          country_code: "za",
          payment_collection_id: idOf("paycol", n),
          collection_cart_id: idOf("cart", n),
          payment_session_id: idOf("payses_new", n),
          order_id: null,
          cart_id: idOf("cart", n),
          fingerprint: idOf("print_new", n),
          success_url: null,
        },
        new Date(ledger.now())
      ),
  },
  {
    name: "a shopper's return finds its checkout",
    run: async ({ ledger }, n) => {
      const session = await ledger.retrieveCheckoutSession(idOf("payses", n))
      return ledger.retrieveCheckout(session.reference)
    },
  },
  {
    name: "the reconcile job with nothing due",
    run: ({ container }) => reconcileCheckoutsWorkflow(container).run(),
  },
  {
    name: "the refunds job's sending with nothing due",
    run: ({ container }) => submitRefundsWorkflow(container).run(),
  },
  {
    name: "the refunds job's tracking with nothing due",
    run: ({ container }) => trackRefundsWorkflow(container).run(),
  },
  {
    name: "what needs attention",
    run: ({ ledger }) => ledger.attention.read(),
  },
  {
    name: "the backlog on the set-up page",
    run: ({ ledger }) => ledger.health.backlog(),
  },
  {
    name: "the admin finds an order's checkout",
    run: ({ ledger }, n) =>
      ledger.reports.checkouts.page({ q: orderOf(n) }, NEWEST),
  },
  {
    name: "the admin lists held checkouts",
    run: ({ ledger }) =>
      ledger.reports.checkouts.page({ outcome: "held" }, NEWEST),
  },
  {
    name: "the admin's first page of all checkouts, with their number",
    growsBecause: "PostgreSQL counts every row to know their number",
    run: ({ ledger }) => ledger.reports.checkouts.page({}, NEWEST),
  },
]
