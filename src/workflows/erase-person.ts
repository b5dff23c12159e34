import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import { PROVIDER_ID } from "../modules/instalments/rules"

/** Whose data is erased: customers, also deleted ones, or whoever bought with an e-mail. */
export type Whom = { customer_ids?: string[]; email?: string }

/** Deleted rows too: a customer is deleted when the event about it comes. */
const ALL = { select: ["id"], take: 10_000, withDeleted: true }

/**
 * Erases somebody from the ledger and from what the plugin wrote into Medusa's payment
 * sessions and payments. Amounts, ids, states and times stay, so an open payment is
 * settled, checked and refunded as before. It may be run again. Medusa's own carts,
 * orders and customers are not touched. Answers how many checkouts there were.
 */
export async function erasePerson(
  container: MedusaContainer,
  whom: Whom
): Promise<number> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const checkouts = await ledger.retention.erase(
    await findBought(container, whom)
  )
  const collections = checkouts.map((row) => row.payment_collection_id)
  for (const id of new Set(collections)) {
    await strip(container, id)
  }
  return checkouts.length
}

/** The carts and orders of a person. */
async function findBought(
  container: MedusaContainer,
  { customer_ids = [], email = "" }: Whom
) {
  // Medusa keeps some e-mails as they were typed and others in lower case.
  const emails = email ? [...new Set([email, email.toLowerCase()])] : []
  const customers = await container
    .resolve(Modules.CUSTOMER)
    .listCustomers({ email: emails }, ALL)
  const customer_id = [...customer_ids, ...customers.map(({ id }) => id)]
  const of = { $or: [{ customer_id }, { email: emails }] } as object
  const carts = await container.resolve(Modules.CART).listCarts(of, ALL)
  const orders = await container.resolve(Modules.ORDER).listOrders(of, ALL)
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  return { cart_ids: ids(carts), order_ids: ids(orders) }
}

/** What refunds and settling read of a payment's data, and says nothing of a person. */
const KEPT = ["reference", "amount", "currency", "status", "presentation"]

const ofProvider = z.object({
  id: z.string(),
  provider_id: z.string(),
  data: z.record(z.string(), z.unknown()).nullish(),
})
/** Medusa's types of its modules lack these generated methods. */
type Update = (rows: { id: string; data: object }[]) => Promise<unknown>

/**
 * Takes out of the sessions and payments of a collection what a browser sent along, and
 * where the shopper pays.
 */
async function strip(
  container: MedusaContainer,
  payment_collection_id: string
): Promise<void> {
  const module = container.resolve(Modules.PAYMENT)
  const generated = module as unknown as Record<
    "updatePaymentSessions" | "updatePayments",
    Update
  >
  // Medusa's type of a payment's filter leaves it out.
  const filter: object = { payment_collection_id }
  const all = { take: ALL.take, withDeleted: true }
  const sessions = stripped(await module.listPaymentSessions(filter, all))
  const payments = stripped(await module.listPayments(filter, all))
  if (sessions.length > 0) {
    await generated.updatePaymentSessions(sessions)
  }
  if (payments.length > 0) {
    await generated.updatePayments(payments)
  }
}

function stripped(rows: unknown[]) {
  return z
    .array(ofProvider)
    .parse(rows)
    .filter(({ provider_id }) => provider_id === PROVIDER_ID)
    .map(({ id, data }) => {
      const others = Object.keys(data ?? {}).filter(
        (key) => !KEPT.includes(key)
      )
      // Medusa merges: a key that is left out would stay as it is.
      const nulls = Object.fromEntries(others.map((key) => [key, null]))
      return { id, data: { ...data, ...nulls } }
    })
}
