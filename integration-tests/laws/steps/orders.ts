import * as fc from "fast-check"
import { OrderAdmin } from "../../harness/order-admin"
import { GOODWILL } from "../book-rows"
import type { OrderBooks } from "../books"
import type { World } from "../world"
import { cancelSteps, refund } from "./merchant"
import { linkSteps } from "./links"
import type { Step } from "./step"

type Act = (
  actions: OrderAdmin,
  order: OrderBooks,
  world: World
) => Promise<unknown>

/** What the merchant changes of Thandi's order once it is placed. */
export function orderSteps(): fc.WeightedArbitrary<Step>[] {
  return [
    step(3, "adds a mug to Thandi's order", async (actions) => {
      await ((await actions.beginEdit(1)) && actions.confirmEdit())
    }),
    step(4, "takes a mug from Thandi's order", async (actions) => {
      await ((await actions.beginEdit(-1)) && actions.confirmEdit())
    }),
    step(2, "begins to add a mug to Thandi's order", (actions) =>
      actions.beginEdit(1)
    ),
    step(2, "begins to take a mug from Thandi's order", (actions) =>
      actions.beginEdit(-1)
    ),
    step(3, "confirms what was begun of Thandi's order", (actions) =>
      actions.confirmEdit()
    ),
    step(2, "drops what was begun of Thandi's order", (actions) =>
      actions.dropEdit()
    ),
    step(3, "delivers Thandi's order", (actions) => actions.deliver()),
    step(4, "asks Thandi for a mug back", async (actions) => {
      await actions.deliver()
      await actions.askBack()
    }),
    step(4, "receives what was asked back", (actions) => actions.receive()),
    step(2, "exchanges a mug of Thandi's for another", async (actions) => {
      await actions.deliver()
      await actions.exchange(1)
    }),
    step(2, "exchanges a mug of Thandi's for two", async (actions) => {
      await actions.deliver()
      await actions.exchange(2)
    }),
    step(2, "replaces a broken mug of Thandi's", async (actions) => {
      await actions.deliver()
      await actions.claim("replace")
    }),
    step(2, "takes a broken mug of Thandi's back", async (actions) => {
      await actions.deliver()
      await actions.claim("refund")
    }),
    step(
      3,
      "waives half of what is open between Thandi and the shop",
      waive(2)
    ),
    step(2, "waives what is open between Thandi and the shop", waive(1)),
    step(6, "refunds what the order owes Thandi", refundOwed),
    step(2, "notes that Thandi has paid what she owes", notePaid),
    ...balanceSteps(),
    ...cancelSteps(),
  ]
}

/** Thandi pays what her order owes in instalments. */
export function balanceSteps(): fc.WeightedArbitrary<Step>[] {
  const thandi = (weight: number, does: string, act: Act) =>
    step(weight, does, act, "Thandi")
  return [
    thandi(3, "begins to pay what her order owes", beginBalance),
    thandi(5, "pays what her order owes", async (actions, order, world) => {
      await beginBalance(actions, order, world)
      await payNewest(actions, order, world)
    }),
    thandi(3, "pays in the newest tab", payNewest),
    thandi(2, "pays in a tab that is older", async (_, __, world) => {
      const { Thandi } = world.shoppers
      await Thandi.pay(Thandi.tabs.at(-2))
    }),
    ...linkSteps(),
  ]
}

async function beginBalance(_: OrderAdmin, order: OrderBooks, world: World) {
  const open = order.payment_collections.find(
    ({ payments }) => payments.length === 0
  )
  return open && world.shoppers.Thandi.chooseFor(open.id)
}

async function payNewest(_: OrderAdmin, __: OrderBooks, world: World) {
  const { Thandi } = world.shoppers
  await Thandi.pay(Thandi.tabs.at(-1))
}

/** Credit that the merchant gives; it has the sign of the open amount. */
function waive(part: number): Act {
  return async (actions, { id }, { store }) => {
    const open = (await actions.read())?.summary.pending_difference ?? 0
    const amount = toTheCent(open / part)
    return store.adminPost(`/admin/orders/${id}/credit-lines`, {
      ...{ amount, reference: GOODWILL, reference_id: `${GOODWILL}_1` },
    })
  }
}

async function refundOwed(actions: OrderAdmin, _: OrderBooks, world: World) {
  const open = (await actions.read())?.summary.pending_difference ?? 0
  return open < 0 && refund(world, () => -toTheCent(open))
}

async function notePaid(
  _: OrderAdmin,
  { id, payment_collections }: OrderBooks,
  { store }: World
) {
  const open = payment_collections.find(({ payments }) => payments.length === 0)
  const path = `/admin/payment-collections/${open?.id}/mark-as-paid`
  return open && store.adminPost(path, { order_id: id })
}

/** Rounds towards zero, so it is never more than the open amount. */
function toTheCent(amount: number): number {
  return Math.trunc(Number((amount * 100).toFixed(6))) / 100
}

function step(
  weight: number,
  does: string,
  act: Act,
  who = "the merchant"
): fc.WeightedArbitrary<Step> {
  const run = async (world: World) => {
    const order = await world.thandisOrder()
    return order && act(new OrderAdmin(world.store, order.id), order, world)
  }
  const says = `${who} ${does}`
  return { weight, arbitrary: fc.constant({ says, run }) }
}
