import {
  REFUSED_ATTEMPTS,
  SETTLE_ATTEMPTS,
} from "../../../modules/instalments/domain/pauses"
import type { CheckoutRow } from "../../../modules/instalments/ledger/rows"
import { whyUnplaced, type NotPlaced } from "../why-unplaced"

const after = (settle_attempts: number, last_error: string | null = null) =>
  ({ settle_attempts, last_error }) as CheckoutRow

const because = (by: NotPlaced["by"]): NotPlaced => ({ by, reason: "no stock" })

describe("an attempt that placed no order makes the payment unplaced", () => {
  it("at once for a fact that stays", () => {
    expect(whyUnplaced(because("fact"), after(1))).toBe("no stock")
  })

  it("for a refusal only when the attempt before met the same", () => {
    const late = REFUSED_ATTEMPTS
    expect(whyUnplaced(because("refusal"), after(1))).toBeNull()
    expect(whyUnplaced(because("refusal"), after(2, "no stock"))).toBeNull()
    expect(whyUnplaced(because("refusal"), after(late, "a lock"))).toBeNull()
    expect(whyUnplaced(because("refusal"), after(late, "no stock"))).toBe(
      "no stock"
    )
  })

  it("for trouble only after all attempts", () => {
    const last = SETTLE_ATTEMPTS
    expect(
      whyUnplaced(because("trouble"), after(last - 1, "no stock"))
    ).toBeNull()
    expect(whyUnplaced(because("trouble"), after(last))).toBe(
      "12 attempts failed, the last with: no stock"
    )
  })
})
