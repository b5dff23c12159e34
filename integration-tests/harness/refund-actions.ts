import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { MINUTE } from "./calendar"
import type { Store } from "./with-store"

type Known = { id: string }

/**
 * Actions on the refunds of an order, by the merchant, the service and the
 * database, and reads of their state. Amounts are major units when requested,
 * and cents afterwards.
 */
export function refundActions(store: Store) {
  const refund = (payment: Known, amount: number) =>
    store.adminPost(`/admin/payments/${payment.id}/refund`, { amount })

  const cancel = (order: Known) =>
    store.adminPost(`/admin/orders/${order.id}/cancel`)

  /** The same refund, asked for by a store's own code. */
  const refundByCode = (payment: Known, amount: number) =>
    refundPaymentWorkflow(store.container).run({
      input: { payment_id: payment.id, amount },
    })

  /** All refund requests, the oldest first. */
  const requests = () =>
    store.ledger.listRefundRequests({}, { order: { created_at: "ASC" } })

  /** The amounts that the service has been asked for and has not failed. */
  const atService = () =>
    [...store.sandbox.refundRequests.values()]
      .filter(({ status }) => status !== "failed")
      .map(({ amount }) => amount)

  /** Posts as the merchant, and expects success. */
  async function posted(path: string, body: unknown = {}) {
    const { status, data } = await store.adminPost(path, body)
    expect([path, status, data.message]).toEqual([path, 200, undefined])
    return data
  }

  /** The one article of an order. */
  async function itemOf({ id }: Known): Promise<string> {
    const { data } = await store.adminGet(`/admin/orders/${id}?fields=items.id`)
    return data.order.items[0].id
  }

  /** The merchant changes how many mugs the order has. */
  async function edit(order: Known, quantity: number) {
    const at = `/admin/order-edits/${order.id}`
    await posted("/admin/order-edits", { order_id: order.id })
    await posted(`${at}/items/item/${await itemOf(order)}`, { quantity })
    await posted(`${at}/request`)
    await posted(`${at}/confirm`)
  }

  /** The job runs often enough to see what became of all refunds. */
  async function runs() {
    for (let run = 0; run < 3; run++) {
      await store.passTime(60 * MINUTE)
      await store.runJob("refunds")
    }
  }

  /**
   * Every refund that is under way at the service fails, and the job learns it.
   */
  async function fail() {
    for (const { id, status } of store.sandbox.refundRequests.values()) {
      if (status !== "failed" && status !== "complete") {
        await store.sandbox.failRefund(id)
      }
    }
    await runs()
  }

  /** Only the second refund fails at the service, and the job learns it. */
  async function failSecond() {
    const [, second] = await requests()
    await store.sandbox.failRefund(String(second!.refund_request_id))
    await runs()
  }

  /** Nothing can be written into `table` until what this answers is called. */
  async function refuseWrites(table: string) {
    const { db } = store
    await db.raw(`
      create function refuse_writes() returns trigger language plpgsql as $$
      begin raise exception 'No space left on device'; end $$;
      create trigger refuse_writes before insert on "${table}"
        for each row execute function refuse_writes()`)
    return async () => {
      await db.raw("drop function refuse_writes cascade")
    }
  }

  return {
    ...{ refund, cancel, refundByCode, requests, atService },
    ...{ posted, itemOf, edit, runs, fail, failSecond, refuseWrites },
  }
}
