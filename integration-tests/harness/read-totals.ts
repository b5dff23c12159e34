import { MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Store } from "./with-store"

const number = z.unknown().transform((value) => Number(value ?? 0))
const order = z.object({
  total: number,
  summary: z.object({
    paid_total: number,
    refunded_total: number,
    transaction_total: number,
    credit_line_total: number,
    current_order_total: number,
    original_order_total: number,
    accounting_total: number,
    pending_difference: number,
  }),
  credit_lines: z.array(z.object({ amount: number })).nullish(),
  transactions: z.array(z.object({ amount: number })),
  payment_collections: z.array(
    z.object({
      status: z.string(),
      captured_amount: number,
      refunded_amount: number,
      payments: z.array(
        z.object({
          data: z.record(z.string(), z.unknown()),
          refunds: z.array(z.object({ amount: number })),
        })
      ),
    })
  ),
})

/** Everything that Medusa's books say of an order's money, in major units. */
export async function readTotals(store: Store, orderId: string) {
  const fields = [
    "total,summary.*,credit_lines.*,transactions.*",
    "payment_collections.*,payment_collections.payments.*",
    "payment_collections.payments.refunds.*",
  ].join(",")
  const { data } = await store.adminGet(
    `/admin/orders/${orderId}?fields=${fields}`
  )
  const { total, summary, credit_lines, transactions, payment_collections } =
    order.parse(data.order)
  const [collection] = payment_collections
  const [payment] = collection!.payments
  const amounts = (rows: { amount: number }[]) =>
    rows.map(({ amount }) => amount).sort((a, b) => a - b)
  return {
    ...summary,
    total,
    credits: MathBN.sum(0, ...amounts(credit_lines ?? [])).toNumber(),
    transactions: amounts(transactions),
    status: collection!.status,
    captured_amount: collection!.captured_amount,
    refunded_amount: collection!.refunded_amount,
    refunds: amounts(payment!.refunds),
    payment_data: payment!.data,
  }
}
