import { MedusaError } from "@medusajs/framework/utils"
import {
  LEAST_ATTEMPTS,
  MAX_WAIT_MS,
} from "../../../modules/instalments/domain/pauses"
import {
  isRefusal,
  whyGone,
  whyNotOwed,
  whyUnplaced,
  type NotPlaced,
} from "../why-unplaced"

const NOW = Date.parse("2026-11-22T10:00:00Z")

const after = (settle_attempts: number, refusals = 0, waitedMs = 0) => ({
  settle_attempts,
  refusals,
  paid_at: new Date(NOW - waitedMs),
  by_hand: false,
})

const because = (by: NotPlaced["by"]): NotPlaced => ({ by, reason: "no stock" })

describe("an attempt that placed no order makes the payment unplaced", () => {
  it("at once for a fact that stays", () => {
    expect(whyUnplaced(because("fact"), after(1), NOW)).toBe("no stock")
  })

  it("at once when a person had it tried", () => {
    const row = { ...after(1), by_hand: true }
    expect(whyUnplaced(because("trouble"), row, NOW)).toBe("no stock")
  })

  it("for the third refusal in all, whatever came between them", () => {
    expect(whyUnplaced(because("refusal"), after(1, 0), NOW)).toBeNull()
    expect(whyUnplaced(because("refusal"), after(9, 1), NOW)).toBeNull()
    expect(whyUnplaced(because("trouble"), after(9, 2), NOW)).toBeNull()
    expect(whyUnplaced(because("refusal"), after(9, 2), NOW)).toBe("no stock")
  })

  it("for trouble only when the money has waited two hours", () => {
    const trouble = because("trouble")
    expect(whyUnplaced(trouble, after(30, 0, MAX_WAIT_MS - 1), NOW)).toBeNull()
    expect(whyUnplaced(trouble, after(30, 0, MAX_WAIT_MS), NOW)).toBe(
      "30 attempts failed, the last with: no stock"
    )
  })

  it("not before it was tried a few times, however long the store was away", () => {
    const first = after(1, 0, 10 * MAX_WAIT_MS)
    const third = after(LEAST_ATTEMPTS, 0, 10 * MAX_WAIT_MS)
    expect(whyUnplaced(because("trouble"), first, NOW)).toBeNull()
    expect(whyUnplaced(because("trouble"), third, NOW)).not.toBeNull()
  })
})

describe("a payment of what an order owes", () => {
  const paid = { order_id: "order_1", amount: 10_000, currency: "ZAR" }
  const balance = {
    order_id: "order_1",
    number: "7",
    display_id: 7,
    is_cancelled: false,
    is_draft: false,
    currency: "ZAR",
    region_id: null,
    overpaid: 0,
    owed: 10_000,
    authorizations: [],
  }

  it("is taken when the order owes as much, or more", () => {
    expect(whyNotOwed(paid, balance)).toBeNull()
    expect(whyNotOwed(paid, { ...balance, owed: 10_001 })).toBeNull()
  })

  it("is not taken by an order that is gone, cancelled, or owes less", () => {
    expect(whyNotOwed(paid, null)).toBe("Order order_1 no longer exists")
    expect(whyNotOwed(paid, { ...balance, is_cancelled: true })).toBe(
      "Order 7 is cancelled"
    )
    expect(whyNotOwed(paid, { ...balance, owed: 9_998 })).toMatch(
      /^Order 7 owes .*99.98.* now, .*100.* were paid$/
    )
  })

  it("is taken for a cent more than is owed, which rounding may make", () => {
    expect(whyNotOwed(paid, { ...balance, owed: 9_999 })).toBeNull()
  })

  it("is not taken in another currency", () => {
    expect(whyNotOwed(paid, { ...balance, currency: "USD" })).toMatch(/owes/)
  })

  it("is not taken while another provider holds that money ready", () => {
    const authorizations = [
      { provider_id: "pp_card", amount: 1, is_deferred: false },
    ]
    expect(whyNotOwed(paid, { ...balance, authorizations })).toBe(
      "Order 7 is being paid in another way: that payment is authorised, or under way"
    )
    expect(
      whyNotOwed(paid, { ...balance, owed: 10_001, authorizations })
    ).toBeNull()
  })
})

it("of what goes back already no order is made", () => {
  expect(whyGone({ currency: "ZAR" }, 0)).toBeNull()
  expect(whyGone({ currency: "ZAR" }, 1)).toMatch(
    /0.01 of it are refunded or on their way back$/
  )
})

it("only what Medusa says no with is a refusal: a conflict passes", () => {
  const { NOT_ALLOWED, CONFLICT } = MedusaError.Types
  expect(isRefusal(new MedusaError(NOT_ALLOWED, "no stock"))).toBe(true)
  expect(isRefusal({ type: NOT_ALLOWED, message: "of a workflow" })).toBe(true)
  expect(isRefusal(new MedusaError(CONFLICT, "locked"))).toBe(false)
  expect(isRefusal(new Error("connection lost"))).toBe(false)
  expect(isRefusal(undefined)).toBe(false)
})
