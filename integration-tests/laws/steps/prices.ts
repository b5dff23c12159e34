import * as fc from "fast-check"
import { createCartCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { Prices } from "../../harness/prices"
import { CART_CREDIT } from "../books"
import type { Shopper } from "../shopper"
import type { World } from "../world"
import type { Step } from "./step"

/**
 * Codes of the shop: a percentage that does not divide evenly, and an odd
 * amount.
 */
const CODES = { SEVENTH: "14.29 % off", FIFTY: "R 50.05 off" } as const
const method = {
  target_type: "items",
  allocation: "across",
  currency_code: "zar",
} as const

/** How the shop of a program calculates taxes, set before its first cart. */
export function taxSettings(): fc.Arbitrary<Step[]> {
  const tax = (says: string, rate: number, inside: boolean, atOnce = true) => [
    {
      says,
      run: async ({ shop, store }: World) => {
        await new Prices(store).tax({ rate, inside })
        await shop.taxAtOnce(atOnce)
      },
    },
  ]
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant<Step[]>([]) },
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        tax("15 % VAT is inside the prices", 15, true),
        tax("15 % VAT comes on top of the prices", 15, false),
        tax(
          "VAT comes on top when the storefront asks for it",
          20,
          false,
          false
        )
      ),
    }
  )
}

/** What changes the total of a cart without touching its payment session. */
export function priceSteps(): fc.WeightedArbitrary<Step>[] {
  return [
    ...Object.entries(CODES).map(([code, off]) =>
      step(1, `Thandi enters a code for ${off}`, async (one) =>
        one.store.post(`/store/carts/${await one.cart()}/promotions`, {
          promo_codes: [code],
        })
      )
    ),
    step(2, "Thandi is given R 100.01 of credit on the cart", addCredit),
    step(3, "Thandi's storefront asks for the taxes", async (one) =>
      one.store.post(`/store/carts/${await one.cart()}/taxes`)
    ),
  ]
}

/** Makes the codes of the shop. Medusa counts the uses of those with a limit. */
export async function makeCodes(prices: Prices) {
  await prices.code(
    "SEVENTH",
    { ...{ ...method, type: "percentage" }, value: 14.29 },
    { limit: 100 }
  )
  await prices.code("FIFTY", { ...{ ...method, type: "fixed" }, value: 50.05 })
}

async function addCredit(shopper: Shopper): Promise<void> {
  await createCartCreditLinesWorkflow(shopper.store.container)
    .run({
      input: [
        {
          cart_id: await shopper.cart(),
          amount: 100.01,
          reference: CART_CREDIT,
          reference_id: null,
          metadata: null,
        },
      ],
    })
    // A cart that was deleted takes none.
    .catch(() => null)
}

function step(
  weight: number,
  says: string,
  act: (thandi: Shopper) => Promise<unknown>
): fc.WeightedArbitrary<Step> {
  return {
    weight,
    arbitrary: fc.constant({
      says,
      run: ({ shoppers }: World) => act(shoppers.Thandi),
    }),
  }
}
