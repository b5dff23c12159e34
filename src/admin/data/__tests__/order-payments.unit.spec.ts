import type { CheckoutDetail } from "../../../api/admin/instalments/answers"
import { isOfInterest, isRefundMoving, orderPayments } from "../order-payments"

const day = (number: number) => `2026-11-0${number}T10:00:00.000Z`

/** A checkout that was made on a day of November, and paid on another. */
function checkout(
  id: string,
  change: Partial<CheckoutDetail> = {}
): CheckoutDetail {
  return {
    ...{ id, checkout_id: id, status: null, outcome: "open" },
    ...{ held_reason: null, amount: 12000, currency: "ZAR" },
    ...{ number_of_payments: null, payment_session_id: "payses", cart_id: "c" },
    ...{ order_id: "order", created_at: day(1), paid_at: null },
    ...{ outcome_at: null, last_checked_at: null, next_look_at: null },
    ...{
      last_error: null,
      contradiction: null,
      unknown_at: null,
      actions: [],
    },
    ...{ refund_requests: [], callbacks: [], timeline: [], attention: [] },
    ...change,
  }
}

const paid = (id: string, on: number, change: Partial<CheckoutDetail> = {}) =>
  checkout(id, { outcome: "placed", paid_at: day(on), ...change })

const alert: CheckoutDetail["attention"][number] = {
  ...{ key: "failed-refund:1", kind: "failed-refund", title: "", text: "" },
  ...{ opened_at: day(5), reference: null, refund_request: null },
  ...{ order_id: null, cart_id: null, amount: null, currency: null, count: 1 },
  ...{ actions: [], note_needed: false, resolution: null },
}

const ids = (checkouts: CheckoutDetail[]) => checkouts.map(({ id }) => id)

describe("The payments of an order", () => {
  it("stand by date, the newest first", () => {
    const { payments } = orderPayments([
      paid("purchase", 1),
      paid("second", 3),
      // It was begun first and paid last.
      paid("first", 4, { created_at: day(1) }),
    ])
    expect(ids(payments)).toEqual(["first", "second", "purchase"])
  })

  it("stand behind those that need a person", () => {
    const { payments } = orderPayments([
      paid("refund-failed", 1, { attention: [alert] }),
      paid("taken-back", 2, { contradiction: "cancelled" }),
      paid("newest", 4),
    ])
    expect(ids(payments)).toEqual(["taken-back", "refund-failed", "newest"])
  })

  it("are not what is only waited for", () => {
    const { payments, waiting } = orderPayments([
      checkout("open"),
      checkout("closed", { outcome: "closed" }),
      paid("settling", 2, { outcome: "open" }),
      paid("held", 3, { outcome: "held" }),
    ])
    expect(ids(payments)).toEqual(["held", "settling"])
    expect(ids(waiting)).toEqual(["open"])
  })

  it("are also what a person has to identify, paid or not", () => {
    const { payments, waiting } = orderPayments([
      checkout("open", { attention: [alert] }),
      checkout("closed", { outcome: "closed", attention: [alert] }),
    ])
    expect(ids(payments)).toEqual(["open", "closed"])
    expect(waiting).toEqual([])
  })
})

describe("A checkout's story is read", () => {
  const identify = { name: "identify", label: "Identify", path: "" } as const
  it.each([
    ["paid", paid("x", 1), true],
    ["open", checkout("x"), true],
    ["closed", checkout("x", { outcome: "closed" }), false],
    [
      "closed without an id of the service's",
      checkout("x", { outcome: "closed", actions: [identify] }),
      true,
    ],
  ])("when it is %s: %#", (_, one, isRead) => {
    expect(isOfInterest(one)).toBe(isRead)
  })
})

describe("A payment's refund will soon stand otherwise", () => {
  const refund = {
    id: "ref",
    reference: "x",
  } as CheckoutDetail["refund_requests"][number]
  it.each([
    ["filed", true],
    ["sending", true],
    ["scheduled", false],
    ["pending", false],
    ["complete", false],
  ] as const)("when it is %s: %s", (status, isMoving) => {
    const refund_requests = [{ ...refund, status }]
    expect(isRefundMoving(paid("x", 1, { refund_requests }))).toBe(isMoving)
  })
})
