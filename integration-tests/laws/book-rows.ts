import { z } from "@medusajs/framework/zod"
import { CART_CREDIT } from "./books"
import type { Scene } from "./scene"

/** The reference of credit lines that a merchant makes by hand. */
export const GOODWILL = "goodwill"
const OWN: (string | null)[] = [CART_CREDIT, GOODWILL]

const number = z.union([z.number(), z.string()]).transform(Number)
const cents = number.transform((major) => major * 100)
const row = z.object({ order_id: z.string(), version: z.number() })
const article = row.extend({
  sold_id: z.string(),
  price: cents,
  quantity: number,
  returned: number,
  requested: number,
  is_tax_inclusive: z.boolean(),
  /** All its taxes together, in per cent. */
  rate: number,
  /** Discounts on all of the quantity, without and with taxes inside. */
  net_off: cents,
  gross_off: cents,
})
const credit = row.extend({
  amount: cents,
  reference: z.string().nullable(),
  created_in: number.nullable(),
})
const transaction = row.extend({
  amount: cents,
  reference_id: z.string().nullable(),
})
const summary = row.extend({ totals: z.record(z.string(), z.unknown()) })
const order = row.extend({ status: z.string(), is_edited: z.boolean() })

/** The totals of one version of an order, in cents with decimals. */
export type Version = {
  /** Articles and delivery, less returned ones, with discounts and taxes. */
  goods: number
  /** The part that the shopper has asked to return and still has. */
  requested: number
  /** Credit that no refund made: the cart's, and the merchant's goodwill. */
  own: number
  /** Credit for refunds. */
  refunds: number
  /** Credit that this version brought. */
  news: number
  /** Articles and deliveries that it has more than once. */
  doubled: string[]
}

/** An order's rows of money as the database holds them, in cents. */
export type BookRows = z.infer<typeof order> & {
  at(version: number): Version
  transactions: z.infer<typeof transaction>[]
  summaries: z.infer<typeof summary>[]
}

/**
 * Reads the rows of orders, in all their versions, directly: without Medusa's
 * modules and their calculated totals.
 */
export async function readBookRows(
  { store }: Pick<Scene, "store">,
  orderIds: string[]
): Promise<BookRows[]> {
  const read = async <T extends z.ZodType>(of: T, sql: string) => {
    const { rows } = await store.ledger["db"].raw(sql, [orderIds])
    return z.array(of).parse(rows)
  }
  const orders = await read(order, ORDERS)
  const articles = [
    ...(await read(article, ARTICLES)),
    ...(await read(article, DELIVERIES)),
  ]
  const credits = await read(credit, CREDITS)
  const transactions = await read(transaction, TRANSACTIONS)
  const summaries = await read(summary, SUMMARIES)
  return orders.map((one) => {
    const its = <T extends { order_id: string }>(rows: T[]) =>
      rows.filter(({ order_id }) => order_id === one.order_id)
    return {
      ...one,
      transactions: its(transactions),
      summaries: its(summaries),
      at: (version) => {
        const now = <T extends { version: number }>(rows: T[]) =>
          rows.filter((row) => row.version === version)
        const sold = now(its(articles))
        const given = now(its(credits))
        const isOwn = ({ reference }: { reference: string | null }) =>
          OWN.includes(reference)
        return {
          goods: sum(sold, (a) => priceOf(a, a.quantity - a.returned)),
          requested: sum(sold, (a) => priceOf(a, a.requested)),
          own: sum(given.filter(isOwn), ({ amount }) => amount),
          refunds: sum(given, (one) => (isOwn(one) ? 0 : one.amount)),
          news: sum(given, (one) =>
            one.created_in === version ? one.amount : 0
          ),
          doubled: sold
            .map(({ sold_id }) => sold_id)
            .filter((id, i, all) => all.indexOf(id) < i),
        }
      },
    }
  })
}

/** What so many of an article cost, discounts taken off and taxes added. */
function priceOf(one: z.infer<typeof article>, quantity: number): number {
  const tax = 1 + one.rate / 100
  const price = one.price / (one.is_tax_inclusive ? tax : 1)
  const off = one.net_off + one.gross_off / tax
  return quantity * (price - off / (one.quantity || 1)) * tax
}

export function sum<T>(rows: T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0)
}

const ORDERS = `
  select o.id as order_id, o.version, o.status::text,
    exists (select from order_change c where c.order_id = o.id
      and c.deleted_at is null and c.confirmed_at is not null
      and coalesce(c.change_type, '') <> 'credit_line') as is_edited
  from "order" o where o.id = any(?)`

const ARTICLES = `
  select i.order_id, i.version, l.id as sold_id, coalesce(i.unit_price, l.unit_price) as price,
    i.quantity, i.return_requested_quantity as requested,
    i.return_received_quantity + i.return_dismissed_quantity as returned,
    l.is_tax_inclusive, off.net as net_off, off.gross as gross_off, tax.rate
  from order_item i
  join order_line_item l on l.id = i.item_id,
  lateral (select coalesce(sum(rate), 0) as rate
    from order_line_item_tax_line t
    where t.item_id = l.id and t.deleted_at is null) tax,
  lateral (select
      coalesce(sum(amount) filter (where not a.is_tax_inclusive), 0) as net,
      coalesce(sum(amount) filter (where a.is_tax_inclusive), 0) as gross
    from order_line_item_adjustment a
    where a.item_id = l.id and a.version = i.version
      and a.deleted_at is null) off
  where i.order_id = any(?) and i.deleted_at is null`

const DELIVERIES = `
  select s.order_id, s.version, m.id as sold_id, m.amount as price, 1 as quantity,
    0 as requested, 0 as returned, m.is_tax_inclusive,
    off.net as net_off, 0 as gross_off, tax.rate
  from order_shipping s
  join order_shipping_method m on m.id = s.shipping_method_id,
  lateral (select coalesce(sum(rate), 0) as rate
    from order_shipping_method_tax_line t
    where t.shipping_method_id = m.id and t.deleted_at is null) tax,
  lateral (select coalesce(sum(amount), 0) as net
    from order_shipping_method_adjustment a
    where a.shipping_method_id = m.id and a.version = s.version
      and a.deleted_at is null) off
  where s.order_id = any(?) and s.deleted_at is null`

const CREDITS = `
  select order_id, version, amount, reference,
    metadata ->> 'created_in_version' as created_in
  from order_credit_line where order_id = any(?) and deleted_at is null`

const TRANSACTIONS = `
  select order_id, version, amount, reference_id
  from order_transaction where order_id = any(?) and deleted_at is null
  order by created_at, id`

const SUMMARIES = `
  select s.order_id, s.version, s.totals
  from order_summary s join "order" o on o.id = s.order_id
  where s.order_id = any(?) and s.version = o.version
    and s.deleted_at is null`
