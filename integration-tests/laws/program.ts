import * as fc from "fast-check"
import { addresses } from "../../demo/shopper/buying.cjs"
import { balanceActions } from "../harness/balance-actions"
import { OrderAdmin } from "../harness/order-admin"
import { checkWhenIdle } from "./check-when-idle"
import { consoleSteps } from "./steps/console"
import { debitSteps } from "./steps/debits"
import { crashSteps } from "./steps/crash"
import { faultSteps, mishapSteps } from "./steps/faults"
import { merchantSteps, refundSteps } from "./steps/merchant"
import { balanceSteps, orderSteps } from "./steps/orders"
import { otherSystemSteps } from "./steps/other-system"
import { priceSteps, taxSettings } from "./steps/prices"
import { returnSteps } from "./steps/returns"
import { serviceSteps } from "./steps/service"
import { shopperSteps } from "./steps/shoppers"
import type { Step } from "./steps/step"
import { timeSteps } from "./steps/time"

const MOST_STEPS = 12
const DAY = 24 * 60 * 60_000

/** Without a payment page there is little to do. */
const FIRST: Step = {
  says: "Thandi chooses instalments",
  run: ({ shoppers }) => shoppers.Thandi.choose(),
}
/** Without an order there is nothing to change of it. */
const BOUGHT: Step = {
  says: "Thandi pays, and a day passes",
  run: async (world) => {
    const { Thandi } = world.shoppers
    await Thandi.pay(Thandi.tabs[0])
    await world.passTime(DAY)
  },
}

/** Without an order that owes something there is nothing to pay by a link. */
const OWING: Step = {
  says: "the merchant adds a mug to Thandi's order",
  run: async (world) => {
    const order = await world.thandisOrder()
    const actions = order && new OrderAdmin(world.store, order.id)
    return (await actions?.beginEdit(1)) && actions?.confirmEdit()
  },
}

/** Money goes back that was paid for an order which owes it no more. */
const GOING_BACK: Step = {
  says: "Thandi opens the page for the mug, the merchant takes it off again, and she pays",
  run: async (world) => {
    const { Thandi } = world.shoppers
    const order = await world.thandisOrder()
    const open = order?.payment_collections.find(
      ({ payments }) => payments.length === 0
    )
    if (!order || !open) {
      return
    }
    await Thandi.chooseFor(open.id)
    const actions = new OrderAdmin(world.store, order.id)
    await ((await actions.beginEdit(-1)) && actions.confirmEdit())
    await Thandi.pay(Thandi.tabs.at(-1))
  },
}

/** Money goes back for which no order can be placed. */
const SOLD_OUT: Step = {
  says: "the last mug is sold elsewhere, Thandi pays all the same, and there are mugs again",
  run: async ({ shop, shoppers: { Thandi } }) => {
    await shop.stock(0)
    await Thandi.pay(Thandi.tabs[0])
    await shop.stock(1000)
  },
}

/** An order without a cart, of which nothing is paid yet. */
const DRAFT: Step = {
  says: "the merchant makes a draft order for Thandi, and converts it",
  run: async ({ store, draftIds }) => {
    const actions = balanceActions(store)
    const { shippingOptionId: shipping_option_id } = store.shop
    const id = await actions.draft({
      ...addresses,
      shipping_methods: [{ shipping_option_id, name: "Courier", amount: 99.5 }],
    })
    draftIds.push(id)
    await actions.convert(id)
  },
}

/** Whatever holds at the end must hold each time the store is idle. */
const QUIET: Step = {
  says: "everything runs until idle, and nothing is wrong",
  run: checkWhenIdle,
}

/** A random program: what people, the service and the time do, in this order. */
export function programs(): fc.Arbitrary<Step[]> {
  const buying = fc.oneof(
    ...shopperSteps(),
    ...serviceSteps(),
    ...merchantSteps(),
    ...consoleSteps(),
    ...priceSteps(),
    ...otherSystemSteps(),
    ...debitSteps(),
    ...mishapSteps(),
    ...returnSteps(),
    ...timeSteps()
  )
  const changing = fc.oneof(
    ...orderSteps(),
    ...refundSteps(),
    ...consoleSteps(),
    ...serviceSteps(),
    ...debitSteps(),
    ...mishapSteps(),
    ...timeSteps()
  )
  const paying = fc.oneof(
    { weight: 1, arbitrary: fc.oneof(...balanceSteps()) },
    { weight: 1, arbitrary: changing }
  )
  const returning = (beside: fc.Arbitrary<Step>) =>
    fc.oneof(
      { weight: 1, arbitrary: fc.oneof(...returnSteps()) },
      { weight: 1, arbitrary: beside }
    )
  return fc
    .tuple(
      taxSettings(),
      fc.oneof(
        { weight: 6, arbitrary: stepsOf([FIRST], buying) },
        { weight: 2, arbitrary: stepsOf([FIRST, BOUGHT], changing) },
        { weight: 1, arbitrary: stepsOf([FIRST, BOUGHT, OWING], paying) },
        {
          weight: 2,
          arbitrary: stepsOf(
            [FIRST, BOUGHT, OWING, GOING_BACK],
            returning(paying)
          ),
        },
        { weight: 1, arbitrary: stepsOf([FIRST, SOLD_OUT], returning(buying)) },
        { weight: 1, arbitrary: stepsOf([DRAFT], paying) }
      )
    )
    .map(([settings, steps]) => [...settings, ...steps])
}

/**
 * The first steps, then single steps, two at the same time, or one that fails.
 */
function stepsOf(begin: Step[], one: fc.Arbitrary<Step>): fc.Arbitrary<Step[]> {
  const two = fc.tuple(one, one).map(([a, b]): Step => ({
    says: `at once: ${a.says}, and ${b.says}`,
    run: (world) => Promise.all([a.run(world), b.run(world)]),
  }))
  const steps = fc.oneof(
    { weight: 72, arbitrary: one },
    { weight: 2, arbitrary: fc.constant(QUIET) },
    { weight: 10, arbitrary: two },
    { weight: 8, arbitrary: crashSteps() },
    { weight: 8, arbitrary: faultSteps() }
  )
  return fc
    .array(steps, { minLength: 1, maxLength: MOST_STEPS, size: "max" })
    .map((rest) => [...begin, ...rest])
}
