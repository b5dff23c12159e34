import {
  LEAST_ATTEMPTS,
  MAX_WAIT_MS,
} from "../../../modules/instalments/domain/pauses"
import { whyUnplaced, type NotPlaced } from "../why-unplaced"

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
