import { fromCents } from "../../../../modules/instalments/domain/money"

/** Integer cents in major units with two decimals, like `1399.55`. */
export function majorUnits(cents: number): string {
  return fromCents(cents).toFixed(2)
}
