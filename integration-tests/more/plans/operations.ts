import { readCallback } from "../../../src/modules/instalments/callback/parse-callback"
import { readDetail } from "../../../src/api/admin/instalments/answers/checkout"
import { readLastCheckout } from "../../../src/workflows/balance/open-balance-checkout"
import {
  reconcileCheckoutsWorkflow,
  submitRefundsWorkflow,
  trackRefundsWorkflow,
} from "../../../src/workflows"
import type { Store } from "../../harness/with-store"
import { paidCallback } from "../../harness/paid-callback"
import { idOf } from "../../core/ledger/database/fill"

/** One thing that the store does with its ledger; `n` names a row of it. */
export type Operation = {
  name: string
  run: (store: Store, n: number) => Promise<unknown>
}

const NEWEST = { order: "-created_at", offset: 0, limit: 20 } as const

const DAY_MS = 86_400_000

/** Three whole days, which the smallest ledger has too. */
const DAYS = {
  from: new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10),
  to: new Date(Date.now() - DAY_MS).toISOString().slice(0, 10),
  timeZone: "Africa/Johannesburg",
  currency: "ZAR",
}

/** The nearest row that has an order: see how the ledger is filled. */
const placed = (n: number) =>
  Math.max(501, n - (n % 5 === 0 || n % 1000 === 3 ? 1 : 0))
const orderOf = (n: number) => idOf("order", placed(n))

/** The hot paths and the jobs, by what their users would call them. */
export const operations: Operation[] = [
  {
    name: "a duplicate callback is recorded",
    run: ({ ledger }, n) => {
      const body = Buffer.from(
        JSON.stringify(paidCallback(idOf("inst", placed(n))))
      )
      return ledger.callbacks.record(readCallback(body)!)
    },
  },
  {
    name: "a checkout is opened for a payable state",
    run: ({ ledger }, n) =>
      ledger.opening.open(
        {
          amount: 50_000,
          currency: "ZAR",
          country_code: "za",
          payment_collection_id: idOf("paycol", n),
          source_cart_id: idOf("cart", n),
          is_unbooked: true,
          payment_session_id: idOf("payses_new", n),
          order_id: null,
          cart_id: idOf("cart", n),
          fingerprints: [idOf("print_new", n)],
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
    name: "the admin finds an order's refund requests",
    run: ({ ledger }, n) =>
      ledger.reports.refundRequests.page({ order_id: orderOf(n) }, NEWEST),
  },
  {
    name: "the admin opens a checkout, with its timeline",
    run: ({ container }, n) => readDetail(container, idOf("inst", n)),
  },
  {
    name: "an export's first rows of all checkouts",
    run: ({ ledger }) => ledger.reports.checkouts.all({}).next(),
  },
  {
    name: "an export's first rows of all refund requests",
    run: ({ ledger }) => ledger.reports.refundRequests.all({}).next(),
  },
  {
    name: "the overview's figures of three days",
    run: ({ ledger }) => {
      const { overview } = ledger.reports
      return Promise.all([
        overview.paidByDay(DAYS),
        overview.refundsUnderWay(DAYS.currency, Date.now()),
      ])
    },
  },
  {
    name: "the callbacks on the set-up page",
    run: ({ ledger }) => ledger.health.callbacks(),
  },
  {
    name: "a payment link finds its order's checkout",
    run: ({ ledger }, n) =>
      readLastCheckout(ledger, { order_id: orderOf(n), owed: 50_000 }),
  },
  {
    name: "the other open pages of an order and its cart are looked for",
    run: ({ ledger }, n) =>
      ledger.due.mayBePaid(
        {
          ...{ cart_id: null, order_id: orderOf(n) },
          source_cart_id: idOf("cart", n),
        },
        ledger.now()
      ),
  },
  {
    name: "an offer looks for a payment of its cart",
    run: ({ ledger }, n) => ledger.opening.knownPayment(idOf("cart", n)),
  },
  {
    name: "a person with three orders is erased",
    run: ({ ledger }, n) =>
      ledger.retention.erase({
        cart_ids: [],
        order_ids: [n, n + 2, n + 6].map(orderOf),
      }),
  },
  {
    name: "the nightly retention with nothing due",
    run: ({ ledger }) => ledger.retention.run(),
  },
]
