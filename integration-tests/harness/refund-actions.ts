import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { MINUTE } from "./calendar"
import type { Store } from "./with-store"

type Known = { id: string }
type Deed = "retry" | "withdraw" | "end-doubt"

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
    store.ledger.listRefundRequests(
      {},
      { order: { created_at: "ASC", id: "ASC" } }
    )

  /** The amounts that the service has been asked for and has not failed. */
  const atService = () =>
    [...store.sandbox.refundRequests.values()]
      .filter(({ status }) => status !== "failed")
      .map(({ amount }) => amount)

  /** How often the service was asked to refund something. */
  const sendings = () => store.sandbox.journal.counts["POST /api/refunds"] ?? 0

  /** What a person decides of a refund request, by its id in the ledger. */
  const decide = (id: string | null | undefined, deed: Deed, body?: object) =>
    store.adminPost(`/admin/instalments/refund-requests/${id}/${deed}`, body)
  const retry = (id: string | null | undefined) => decide(id, "retry")
  const withdraw = (id: string) => decide(id, "withdraw")
  const endDoubt = (id: string, end: object) => decide(id, "end-doubt", end)

  /** What waits for a person, of one checkout or of all. */
  const alerts = async (reference?: string) =>
    (await store.ledger.attention.read(reference)).filter(
      ({ kind, resolution }) => kind !== "config-old" && !resolution
    )

  /** The words of those alerts. */
  const told = async (reference?: string) =>
    (await alerts(reference)).map(({ text }) => text).join(" ")

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
   * The job runs so many minutes later. Its limits do not count: the list may be read
   * once a minute, for which no test waits.
   */
  async function later(minutes: number) {
    await store.db("instalments_request_limit").delete()
    store.sandbox.set({ limits: { enabled: false } })
    await store.passTime(minutes * MINUTE)
    await store.runJob("refunds")
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
    ...{ refund, cancel, refundByCode, requests, atService, sendings },
    ...{ retry, withdraw, endDoubt, alerts, told },
    ...{ posted, itemOf, edit, runs, later, fail, failSecond, refuseWrites },
  }
}
