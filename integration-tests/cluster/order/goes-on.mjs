import { cancel, editTo, paymentsOf, refund } from "./deeds.mjs"
import { cents } from "./merchant.mjs"
import { payByLink, payInShop } from "./pay-balance.mjs"

/** Cents of a refund of a part; not a whole amount of rand. */
const PART = 10_050

/**
 * What becomes of an order after it was placed, by the shopper's number. Each
 * answers how many balances were paid, and the cents that must be refunded.
 */
const WAYS = [
  async () => ({}),
  async (world, order) => {
    await editTo(world.merchant, order.id, order.quantity + 1)
    await payByLink(world, order.id)
    return { balances: 1 }
  },
  async (world, order) => {
    await editTo(world.merchant, order.id, order.quantity + 1)
    await payInShop(world, order.id)
    return { balances: 1 }
  },
  async ({ merchant }, order) => ({
    refunded: await takeOne(merchant, order.id, order.quantity),
  }),
  async ({ merchant }, order) => ({
    refunded: await refundOf(merchant, order.id, { amount: PART }),
  }),
  async ({ merchant }, order) => ({
    refunded: await refundOf(merchant, order.id, { amount: PART, times: 2 }),
  }),
  async ({ merchant }, order) => {
    const [payment] = paymentsOf(await merchant.look(order.id))
    await cancel(merchant, order.id)
    return { refunded: cents(payment.amount) }
  },
  async (world, order) => {
    const { merchant } = world
    await editTo(merchant, order.id, order.quantity + 1)
    await payByLink(world, order.id)
    const refunded = await takeOne(merchant, order.id, order.quantity + 1)
    return { balances: 1, refunded }
  },
]

/**
 * Goes on with a placed order of so many articles, in the way of its shopper.
 *
 * @returns what must be found of it: `orderId`, `balances`, `refunded` (cents)
 */
export async function goOn(number, world, order) {
  const way = WAYS[number % WAYS.length]
  const { balances = 0, refunded = 0 } = await way(world, order)
  return { orderId: order.id, balances, refunded }
}

/** One article less; what the order then owes is refunded of its last payment. */
async function takeOne(merchant, orderId, quantity) {
  await editTo(merchant, orderId, quantity - 1)
  // A killed server may have left its payment unbooked: then nothing is to be given back yet.
  const { summary } = await merchant.seeTo(
    "What the shopper gets back",
    orderId,
    ({ summary }) => cents(summary.pending_difference) < 0,
    () => "The order shows nothing to refund."
  )
  const amount = -cents(summary.pending_difference)
  return refundOf(merchant, orderId, { amount })
}

/** Of the payment that came last. Answers the cents. */
async function refundOf(merchant, orderId, { amount, times = 1 }) {
  const paymentId = paymentsOf(await merchant.look(orderId)).at(-1).id
  await refund(merchant, orderId, { paymentId, amount, times })
  return times * amount
}
