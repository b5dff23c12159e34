import { withStore } from "../harness/with-store"

const DAY_MS = 24 * 3_600_000
const root = "/admin/instalments/refund-requests"
const attention = "/admin/instalments/attention"

withStore((store) => {
  /** An order refunded on the next day: its refund request is under way. */
  async function refunded(amount = 100.5) {
    const bought = await store.buy()
    await store.passTime(DAY_MS)
    await store.adminPost(`/admin/payments/${bought.payment.id}/refund`, {
      amount,
    })
    const [row] = await store.ledger.listRefundRequests({
      reference: bought.reference,
    })
    return { ...bought, refund: row! }
  }

  const openKeys = async (): Promise<string[]> => {
    const { data } = await store.adminGet(attention)
    return data.attention.map(({ key }: { key: string }) => key)
  }
  const failed = (changes: object = {}) => ({
    status: "failed" as const,
    last_error: "The card account is closed",
    finished_at: new Date(store.ledger.now()),
    books_after: new Date(store.ledger.now()),
    ...changes,
  })

  it("lists, finds, filters, pages and exports refund requests", async () => {
    const { reference, order, payment, refund } = await refunded()
    const { data } = await store.adminGet(root)
    expect(data).toMatchObject({ count: 1, offset: 0, limit: 20 })
    expect(data.refund_requests[0]).toMatchObject({
      id: refund.id,
      reference,
      checkout_id: refund.checkout_id,
      refund_request_id: refund.refund_request_id,
      amount: 10050,
      currency: "ZAR",
      status: "requested",
      reason: "merchant",
      payment_id: payment.id,
      refund_id: refund.refund_id,
      order_id: order.id,
      last_error: null,
      actions: [],
    })
    const count = async (query: string) =>
      (await store.adminGet(`${root}?${query}`)).data.count
    for (const found of [
      `q=${refund.refund_request_id}`,
      `q=${order.id}`,
      "q=%231",
      `checkout_id=${reference}`,
      `payment_id=${payment.id}`,
      "status[]=requested&status[]=pending",
    ]) {
      expect([found, await count(found)]).toEqual([found, 1])
    }
    expect(await count("status=failed")).toBe(0)
    expect(await count("q=nothing")).toBe(0)
    const bad = await store.adminGet(`${root}?status=lost`)
    expect(bad.status).toBe(400)
    expect(bad.data.message).toContain("expected one of filed, scheduled")
    const csv = await store.adminGet(`${root}/export?status=requested`)
    const lines = csv.data.trim().split("\r\n")
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(",requested,merchant,100.50,ZAR,")
    for (const amount of [100, 200]) {
      await store.ledger.filing.file({
        ...{
          reference,
          amount,
          reason: "merchant",
          refund_id: `ref_${amount}`,
        },
      })
    }
    const page = async (query: string) => {
      const { count, refund_requests } = (
        await store.adminGet(`${root}?order=amount&limit=2&${query}`)
      ).data
      const amounts = refund_requests.map(
        (row: { amount: number }) => row.amount
      )
      return [count, amounts]
    }
    expect(await page("")).toEqual([3, [100, 200]])
    expect(await page("offset=2")).toEqual([3, [10_050]])
    expect(await page("offset=4")).toEqual([3, []])
  })

  it("is found, and named in the export, by its order's number of the shop's own", async () => {
    const { order } = await refunded()
    const other = await store.buy()
    const numbered = (id: string, custom_display_id: string) =>
      store.db("order").where({ id }).update({ custom_display_id })
    // The one is Medusa's number of the other.
    await numbered(order.id, "2")
    await numbered(other.order.id, "PRO-2026-9")
    const found = async (list: string, q: string) => {
      const { data } = await store.adminGet(
        `/admin/instalments/${list}?q=${encodeURIComponent(q)}`
      )
      return data[list.replace("-", "_")].map(
        ({ order_id }: { order_id: string }) => order_id
      )
    }
    expect(await found("refund-requests", "#2")).toEqual([order.id])
    expect(await found("checkouts", "#2")).toEqual([order.id])
    expect(await found("checkouts", "PRO-2026-9")).toEqual([other.order.id])
    const csv = await store.adminGet("/admin/instalments/checkouts/export")
    expect(csv.data).toContain(`,2,${order.id},`)
    expect(csv.data).toContain(`,PRO-2026-9,${other.order.id},`)
    // The shop's own begin with `#`; Medusa's order page shows Medusa's.
    await numbered(order.id, "#2")
    expect(await found("checkouts", "#2")).toEqual([order.id])
    expect(await found("checkouts", "2")).toEqual([order.id])
    await numbered(order.id, "#77")
    expect(await found("checkouts", "#2")).toEqual([other.order.id])
  })

  it("retries none that is under way, and sends a merchant's failed refund to the order's page", async () => {
    const { refund } = await refunded()
    const retry = async () => {
      const path = `${root}/${refund.id}/retry`
      const { status, data } = await store.adminPost(path)
      return [status, data.message]
    }
    expect(await retry()).toEqual([
      409,
      expect.stringContaining("is requested"),
    ])
    await store.ledger.updateRefundRequests({
      ...{ id: refund.id, ...failed(), next_check_at: null },
    })
    await store.runJob("refunds")
    expect(await retry()).toEqual([
      409,
      expect.stringContaining("order's page"),
    ])
  })

  it("is told of when it has failed until another one replaces it, and that one when it fails too", async () => {
    const { refund, payment } = await refunded()
    const failedOnes = async () =>
      (await openKeys()).filter((key) => /^failed-refund/.test(key))
    const again = async (amount: number) => {
      await store.adminPost(`/admin/payments/${payment.id}/refund`, { amount })
      const known = [...store.sandbox.refundRequests.values()]
      return known.at(-1)!.id
    }
    const learn = async () => {
      await store.passTime(DAY_MS)
      await store.runJob("refunds")
    }
    await store.sandbox.failRefund(refund.refund_request_id!)
    await learn()
    const smaller = await again(50)
    await store.sandbox.completeRefund(smaller)
    await learn()
    expect(await failedOnes()).toHaveLength(1)
    store.sandbox.fault({
      ...{ kind: "error", status: 404, times: 1 },
      ...{ method: "POST", path: "/api/refunds" },
    })
    const count = store.sandbox.refundRequests.size
    await again(100.5)
    expect(store.sandbox.refundRequests.size).toBe(count)
    expect(await failedOnes()).toHaveLength(1)
    const second = await again(100.5)
    expect(await failedOnes()).toEqual([])
    await store.sandbox.failRefund(second)
    await learn()
    expect(await failedOnes()).toHaveLength(1)
    await store.sandbox.completeRefund(await again(200))
    await learn()
    expect(await failedOnes()).toEqual([])
  })

  it("of money without an order is told of once when it fails, filed again once however often that is pressed, and told of anew in the same words", async () => {
    const { reference, cartId } = await store.beginCheckout()
    await store.post(`/store/carts/${cartId}/line-items`, {
      ...{ variant_id: store.shop.variantId, quantity: 1 },
    })
    await store.sandbox.pay(reference)
    const requests = () => store.ledger.listRefundRequests({ reference })
    const fails = async () => {
      await store.ledger.updateRefundRequests(
        (await requests()).map(({ id }) => ({ id, ...failed() }))
      )
      await store.runJob("refunds")
      const { data } = await store.adminGet(attention)
      expect(data.attention).toMatchObject([
        { key: `held-payment:${reference}` },
      ])
      return data.attention[0].text
    }
    const [{ id } = { id: "" }] = await requests()
    const text = await fails()
    expect(text).toMatch(/could not be returned: The card account is closed\./)
    const answers = await Promise.all([
      store.adminPost(`${root}/${id}/retry`),
      store.adminPost(`${root}/${id}/retry`),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const good = answers.find(({ status }) => status === 200)!
    expect(good.data.refund_request).toMatchObject({
      ...{ reference, amount: 139955 },
      ...{ reason: "unplaced", status: "scheduled" },
    })
    expect(await requests()).toHaveLength(2)
    const { data } = await store.adminGet(attention)
    expect(data.attention).toEqual([])
    expect(data.resolved).toMatchObject([
      { key: `held-payment:${reference}`, resolution: { action: "retry" } },
    ])
    expect(await fails()).toBe(text)
  })

  it("is searched again when it is held in doubt, or says when it can", async () => {
    const { refund } = await refunded()
    const doubted = () =>
      store.ledger.updateRefundRequests({
        id: refund.id,
        status: "in_doubt",
        refund_request_id: null,
        sent_at: new Date(store.ledger.now() - 5 * 60_000),
        held_reason: "Several are alike.",
      })
    await doubted()
    expect(await openKeys()).toContain(`refund-in-doubt:${refund.id}`)
    const { status, data } = await store.adminPost(`${root}/${refund.id}/retry`)
    expect(status).toBe(200)
    // One entry may be it, but only its amount matches.
    expect(data.refund_request).toMatchObject({
      status: "in_doubt",
      held_reason: expect.stringContaining(String(refund.refund_request_id)),
    })
    expect(store.sandbox.journal.counts["POST /api/refunds"]).toBe(1)
    await doubted()
    const again = await store.adminPost(`${root}/${refund.id}/retry`)
    expect(again.status).toBe(429)
    expect(again.data.retry_after).toBeGreaterThan(0)
    const [row] = await store.ledger.listRefundRequests({ id: refund.id })
    expect(row!.held_reason).toBe("Several are alike.")
  })
})
