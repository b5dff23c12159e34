import { toCents } from "../../src/modules/instalments/domain/money"
import { moneyInWords } from "../../src/modules/instalments/domain/money-in-words"
import { debitActions } from "../harness/debit-actions"
import { linkActions } from "../harness/link-actions"
import type { OrderBooks } from "./books"
import { exactSum, paymentsOf, sum, toTheCent } from "./check-sums"
import type { World } from "./world"

const ENDED = 410

/**
 * What the pages of Thandi's links say is so, once all is at rest: a page asks for
 * what the order owes or for nothing, and none says that more has to be waited for.
 */
export async function linkBreaches(world: World): Promise<string[]> {
  const { store, shoppers } = world
  const order = await world.thandisOrder()
  const { currency } = store.ledger.options
  const owed = order && order.status !== "canceled" ? owedOf(order) : 0
  const left = owed - (await underWay(world, order))
  const { links } = shoppers.Thandi
  const found: string[] = []
  for (const url of new Set([links[0], links.at(-1)])) {
    const page = url && (await linkActions(store).open(url))
    if (!page || page.status === ENDED) {
      continue
    }
    const asks = page.html.includes("<button")
    const amount = moneyInWords(owed, currency).replace(/\s+/g, " ")
    const isTrue = asks
      ? owed > 0 && page.words.includes(` ${amount} `)
      : left <= 0 || !/Nothing (more )?has to be paid/.test(page.words)
    if (page.status !== 200 || !isTrue || /recorded/.test(page.words)) {
      found.push(
        `order ${order?.id} owes ${owed} cents, and the page of its link answers ${page.status}: ${page.words}`
      )
    }
  }
  return found
}

/** What of it comes by a bank debit, or does not, in cents: the page asks to wait for it. */
async function underWay({ store }: World, order?: OrderBooks): Promise<number> {
  const ids = order?.payment_collections.map(({ id }) => id) ?? []
  const debits = await debitActions(store).underWay(ids)
  const { currency } = store.ledger.options
  return debits.reduce((all, { amount }) => all + toCents(amount, currency), 0)
}

/** The order's total in whole cents, less what was really paid of it. */
function owedOf(order: OrderBooks): number {
  const pending = order.summary?.pending_difference ?? 0
  const payments = paymentsOf(order)
  const exact = payments.reduce(
    (total, { captures, refunds }) =>
      total + exactSum(captures) - exactSum(refunds),
    0
  )
  const paid = payments.reduce(
    (total, { captures, refunds }) => total + sum(captures) - sum(refunds),
    0
  )
  return pending === 0 ? 0 : Math.max(0, toTheCent(pending + exact) - paid)
}
