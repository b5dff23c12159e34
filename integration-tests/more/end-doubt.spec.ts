import { ageRows, MINUTE, tomorrowMorning } from "../harness/calendar"
import { readTotals } from "../harness/read-totals"
import { withStore } from "../harness/with-store"

withStore((store) => {
  const refund = (payment: { id: string }, amount: number) =>
    store.adminPost(`/admin/payments/${payment.id}/refund`, { amount })
  const requests = () =>
    store.ledger.listRefundRequests({}, { order: { created_at: "ASC" } })
  const atService = () => [...store.sandbox.refundRequests.values()]
  /** Sends what is due. */
  const sent = () => store.runJob("refunds")
  const later = async (minutes: number) => {
    store.sandbox.set({ limits: { enabled: false } })
    await store.passTime(minutes * MINUTE)
    await store.runJob("refunds")
  }
  const endDoubt = (id: string, end: unknown) =>
    store.adminPost(
      `/admin/instalments/refund-requests/${id}/end-doubt`,
      end as object
    )

  /**
   * Two refunds of the same small amount whose answers were lost: they cannot
   * be told apart.
   */
  async function twoInDoubt() {
    const first = await store.buy()
    const second = await store.buy()
    await tomorrowMorning(store)
    const lost = { path: "/api/refunds", method: "POST", times: 2 }
    store.sandbox.fault({ ...lost, kind: "lost_answer" })
    await refund(first.payment, 100.5)
    await refund(second.payment, 100.5)
    await sent()
    await later(2)
    await later(2)
    const rows = await requests()
    expect(rows.map(({ status }) => status)).toEqual(["in_doubt", "in_doubt"])
    const [one, other] = rows
    const itself = (row: { checkout_id: string | null }) =>
      atService().find(({ checkout_id }) => checkout_id === row.checkout_id)!.id
    return { first, one: one!, other: other!, itself }
  }

  it("ends when a person says which refund of the service it is, and the payment's other refunds are sent", async () => {
    const { first, one, other, itself } = await twoInDoubt()
    expect((await refund(first.payment, 50)).status).toBe(200)
    const [alert] = await store.ledger.attention.read(one.reference)
    expect(alert).toMatchObject({
      kind: "refund-in-doubt",
      actions: ["end-doubt", "retry"],
    })
    const said = { refund_request_id: itself(one) }
    const answer = await endDoubt(one.id, said)
    expect(answer.status).toBe(200)
    expect(answer.data.refund_request).toMatchObject({
      ...said,
      held_reason: null,
      actions: [],
    })
    expect(await store.ledger.attention.read(one.reference)).toEqual([])
    // It cannot be said twice, nor for another refund.
    expect((await endDoubt(one.id, said)).status).toBe(409)
    expect((await endDoubt(other.id, said)).status).toBe(409)
    await later(2)
    await later(30)
    expect(atService().map(({ amount }) => amount)).toEqual([
      10_050, 10_050, 5_000,
    ])
    expect(await requests()).toMatchObject([
      { status: "complete" },
      { status: expect.stringMatching(/in_doubt|complete/) },
      { status: "complete" },
    ])
  })

  it("is ended by the id as the service writes it, however a person does, and by no other refund's", async () => {
    const { one, other, itself } = await twoInDoubt()
    const id = itself(one)
    const typed = { refund_request_id: id.toUpperCase() }
    // A service whose ids are UUIDs may find them however they are spelt.
    const { refundRequests } = store.sandbox
    refundRequests.set(id.toUpperCase(), refundRequests.get(id)!)
    expect((await endDoubt(one.id, typed)).status).toBe(200)
    for (const again of [typed, { refund_request_id: id }]) {
      expect((await endDoubt(other.id, again)).status).toBe(409)
    }
    refundRequests.delete(id.toUpperCase())
    expect(await requests()).toMatchObject([
      { refund_request_id: id },
      { status: "in_doubt", refund_request_id: null },
    ])
  })

  it("is not ended by what cannot be it", async () => {
    const { first, one } = await twoInDoubt()
    const cases: [unknown, number][] = [
      [{ refund_request_id: "no-such-refund" }, 409],
      [{}, 400],
      [{ absent: false }, 400],
      [{ absent: true, failed: true }, 400],
    ]
    for (const [end, status] of cases) {
      const answer = await endDoubt(one.id, end)
      expect([end, answer.status]).toEqual([end, status])
      expect(answer.data.message).toMatch(/^[A-Z].*\.$/)
    }
    const [service] = atService()
    service!.amount = 9_999
    const other = await endDoubt(one.id, { refund_request_id: service!.id })
    expect(other.status).toBe(409)
    expect(other.data.message).toMatch(/is of R\s99,99/)
    expect((await endDoubt("no-such-row", { absent: true })).status).toBe(404)
    expect(first.order.id).toBeTruthy()
    expect(await requests()).toMatchObject([
      { status: "in_doubt" },
      { status: "in_doubt" },
    ])
  })

  it("is sent once more when a person says that the service has none", async () => {
    const { one, itself } = await twoInDoubt()
    store.sandbox.refundRequests.delete(itself(one))
    expect((await endDoubt(one.id, { absent: true })).status).toBe(200)
    await later(2)
    await later(30)
    const [row] = await requests()
    expect(row).toMatchObject({ status: "complete", held_reason: null })
    expect(row!.refund_request_id).toBe(itself(one))
    expect(atService()).toHaveLength(2)
  })

  it("is taken out of the books when the service's support says that it failed, and can be asked for again", async () => {
    const { first, one, itself } = await twoInDoubt()
    store.sandbox.refundRequests.delete(itself(one))
    const answer = await endDoubt(one.id, { failed: true })
    expect(answer.data.refund_request).toMatchObject({ status: "failed" })
    await ageRows(store)
    await later(2)
    const { order } = first
    expect(await readTotals(store, order.id)).toMatchObject({
      refunded_total: 0,
      total: order.total,
    })
    expect((await refund(first.payment, 100.5)).status).toBe(200)
    expect(await readTotals(store, order.id)).toMatchObject({
      refunded_total: 100.5,
    })
    await sent()
    expect(atService()).toHaveLength(2)
  })

  it("accepts the service's refusal after a person has said that the first one was never there", async () => {
    const { order, payment, reference } = await store.buy()
    await tomorrowMorning(store)
    // Its support has refunded a part, and the store's own request never arrives.
    await fetch(`${store.sandbox.url}/sandbox/checkouts/${reference}/refund`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ amount: 100_000 }),
    })
    const lost = { path: "/api/refunds", method: "POST", times: 1 }
    store.sandbox.fault({ ...lost, kind: "down" })
    await refund(payment, 1399.55)
    await sent()
    await later(2)
    await later(2)
    for (let minutes = 0; minutes < 40; minutes += 10) {
      await later(10)
    }
    const [held] = await requests()
    expect(held).toMatchObject({
      status: "in_doubt",
      held_reason: expect.stringMatching(/end the doubt/),
    })
    expect((await endDoubt(held!.id, { absent: true })).status).toBe(200)
    await later(2)
    await later(2)
    expect(await requests()).toMatchObject([
      { status: "refused", refund_request_id: null },
    ])
    expect(await readTotals(store, order.id)).toMatchObject({
      refunded_total: 0,
      refunds: [],
    })
    expect(atService()).toMatchObject([{ amount: 100_000 }])
  })
})
