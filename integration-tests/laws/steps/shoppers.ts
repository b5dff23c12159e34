import * as fc from "fast-check"
import type { Name } from "../world"
import type { Shopper } from "../shopper"
import type { Step } from "./step"

/** What shoppers do. */
export function shopperSteps(): fc.WeightedArbitrary<Step>[] {
  return [
    step(4, "chooses instalments", (shopper) => shopper.choose()),
    step(6, "pays in the newest tab", (shopper) =>
      shopper.pay(shopper.tabs.at(-1))
    ),
  ]
}

/** Most of it happens to one cart, so that its steps meet. */
const WHO = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Name>("Thandi") },
  { weight: 1, arbitrary: fc.constant<Name>("Sipho") }
)

function step(
  weight: number,
  does: string,
  act: (shopper: Shopper) => Promise<unknown>
): fc.WeightedArbitrary<Step> {
  return {
    weight,
    arbitrary: WHO.map((name) => ({
      says: `${name} ${does}`,
      run: ({ shoppers }) => act(shoppers[name]),
    })),
  }
}
