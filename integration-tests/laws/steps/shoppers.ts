import * as fc from "fast-check"
import { addresses } from "../../../demo/shopper/buying.cjs"
import type { Shopper } from "../shopper"
import type { Name, World } from "../world"
import type { Step } from "./step"

const BANK_TRANSFER = "pp_system_default"
const OTHER_ADDRESS = {
  ...addresses.shipping_address,
  address_1: "2 Short Street",
}

/** Most steps use one cart, so that they affect each other. */
const WHO = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Name>("Thandi") },
  { weight: 1, arbitrary: fc.constant<Name>("Sipho") }
)

/** What shoppers do. */
export function shopperSteps(): fc.WeightedArbitrary<Step>[] {
  return [
    ...paymentSteps(),
    step(2, "chooses to pay by bank transfer", (one) =>
      one.choose(BANK_TRANSFER)
    ),
    step(1, "is declined in the newest tab", (one) =>
      one.onPage(one.tabs.at(-1), (ref) => one.store.sandbox.decline(ref))
    ),
    step(2, "cancels in the newest tab", (one) =>
      one.onPage(one.tabs.at(-1), (ref) => one.store.sandbox.cancel(ref))
    ),
    step(2, "takes one mug less", (one) => one.want(2)),
    step(2, "wants three mugs again", (one) => one.want(3)),
    {
      weight: 2,
      arbitrary: WHO.map((name) => ({
        says: `${name} moves the cart to another country and currency`,
        run: ({ shoppers, abroad }: World) => shoppers[name].moveTo(abroad),
      })),
    },
    step(2, "moves the cart back home", (one) => one.moveHome()),
    step(1, "corrects the e-mail", (one) =>
      one.change({ email: "t.nkosi@example.com" })
    ),
    step(1, "corrects the address", (one) =>
      one.change({
        shipping_address: OTHER_ADDRESS,
        billing_address: OTHER_ADDRESS,
      })
    ),
  ]
}

/** What shoppers do that opens checkouts, pays them or places orders. */
export function paymentSteps(): fc.WeightedArbitrary<Step>[] {
  return [
    step(4, "chooses instalments", (one) => one.choose()),
    step(2, "chooses instalments in another tab with another way back", (one) =>
      one.choose(undefined, { success_url: "http://localhost:8000/za/other" })
    ),
    step(1, "buys by bank transfer", async (one) => {
      await one.choose(BANK_TRANSFER)
      await one.complete()
    }),
    step(8, "pays in the newest tab", (one) => one.pay(one.tabs.at(-1))),
    step(3, "pays in the oldest tab", (one) => one.pay(one.tabs[0])),
    step(2, "pays in the oldest tab although it was cancelled", (one) =>
      one.pay(one.tabs[0], { force: true })
    ),
    step(
      2,
      "has a page that the store never learnt of, is paid on it all the same, and the callback comes",
      (one) => one.isPaidUnseen()
    ),
    step(
      1,
      "chooses again, the service makes the page and loses its answer, it is paid all the same, and the callback comes",
      (one) => one.isPaidLost()
    ),
    step(3, "completes the cart in the browser", (one) => one.complete()),
    step(1, "completes the cart ten times at once", (one) =>
      Promise.all(Array.from({ length: 10 }, () => one.complete()))
    ),
    step(2, "comes back to the shop", async (one) => {
      const tab = one.tabs.at(-1)
      const path = "/store/instalments/payment-sessions"
      return tab && one.store.get(`${path}/${tab.sessionId}`)
    }),
  ]
}

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
