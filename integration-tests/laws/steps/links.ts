import * as fc from "fast-check"
import { linkActions } from "../../harness/link-actions"
import type { Shopper } from "../shopper"
import type { World } from "../world"
import { expectAnswer } from "./console"
import type { Step } from "./step"

/** Thandi pays what her order owes by the plugin's own link. */
export function linkSteps(): fc.WeightedArbitrary<Step>[] {
  const thandi = (
    weight: number,
    does: string,
    act: (thandi: Shopper) => Promise<unknown>
  ) => step(weight, `Thandi ${does}`, ({ shoppers }) => act(shoppers.Thandi))
  return [
    step(1, "the merchant sends Thandi a link for what she owes", sendLink),
    step(
      4,
      "Thandi is sent a link for what she owes, and pays",
      async (world) => {
        await sendLink(world)
        const { Thandi } = world.shoppers
        await Thandi.press(Thandi.links.at(-1))
        await Thandi.pay(Thandi.tabs.at(-1))
      }
    ),
    step(
      1,
      "Thandi pays by a new link and by one of before at once",
      async (world) => {
        await sendLink(world)
        const { Thandi } = world.shoppers
        const both = [Thandi.links.at(-1), Thandi.links.at(-2)]
        await Promise.all(both.map((link) => Thandi.press(link)))
        await Promise.all(Thandi.tabs.slice(-2).map((tab) => Thandi.pay(tab)))
      }
    ),
    thandi(2, "presses the button of her newest link", (one) =>
      one.press(one.links.at(-1))
    ),
    thandi(1, "presses the button of her oldest link", (one) =>
      one.press(one.links[0])
    ),
    thandi(1, "opens her newest link", (one) => one.open(one.links.at(-1))),
    thandi(1, "comes back to her newest link", (one) =>
      one.open(one.links.at(-1), { back: true })
    ),
  ]
}

async function sendLink(world: World): Promise<void> {
  const { store, shoppers } = world
  const order = await world.thandisOrder()
  if (!order) {
    return
  }
  const answer = await store.adminPost(linkActions(store).adminPath(order.id))
  expectAnswer(answer)
  const url: string | undefined = answer.data.payment_link?.url
  if (url) {
    shoppers.Thandi.links.push(url)
  }
}

function step(
  weight: number,
  says: string,
  run: (world: World) => Promise<unknown>
): fc.WeightedArbitrary<Step> {
  return { weight, arbitrary: fc.constant({ says, run }) }
}
