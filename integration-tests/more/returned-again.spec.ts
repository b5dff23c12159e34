import { boughtYesterday, tomorrowMorning } from "../harness/calendar"
import { readTotals } from "../harness/read-totals"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

/** Refunds of a cancelled order that ended in vain, and are returned again. */
withStore((store) => {
  const actions = refundActions(store)
  const { refund, cancel, requests, atService, fail, runs } = actions
  const retry = (id: string) =>
    store.adminPost(`/admin/instalments/refund-requests/${id}/retry`)

  /** A part was refunded, the rest by the cancellation, and both failed. */
  async function bothFailed() {
    const { order, payment } = await boughtYesterday(store)
    await refund(payment, 100)
    await cancel(order)
    await fail()
    const [part, rest] = await requests()
    return { part: part!.id, rest: rest!.id }
  }

  /** What the admin offers to do with each refund request. */
  async function offered(): Promise<Record<string, string[]>> {
    const { data } = await store.adminGet("/admin/instalments/refund-requests")
    const rows: { id: string; actions: { name: string }[] }[] =
      data.refund_requests
    return Object.fromEntries(
      rows.map(({ id, actions }) => [id, actions.map(({ name }) => name)])
    )
  }

  const alerts = async () =>
    (await store.ledger.attention.read())
      .filter(({ kind, resolution }) => kind === "failed-refund" && !resolution)
      .map(({ refund_request }) => refund_request)

  it("sends a part of the money once, though a person asks for it twice", async () => {
    const { part } = await bothFailed()
    expect((await retry(part)).status).toBe(200)
    const second = await retry(part)
    expect(second.status).toBe(409)
    expect(second.data.message).toMatch(/asked for again already, by instref_/)
    expect(atService()).toEqual([10_000])
  })

  it("sends a part of the money once, though two people ask for it at once", async () => {
    const { part } = await bothFailed()
    const answers = await Promise.all([retry(part), retry(part)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await runs()
    expect(atService()).toEqual([10_000])
  })

  it("keeps the alert of the one that was not returned again, and its way back", async () => {
    const { part, rest } = await bothFailed()
    expect((await retry(rest)).status).toBe(200)
    expect(await alerts()).toEqual([part])
    expect(await offered()).toMatchObject({ [part]: ["retry"], [rest]: [] })
    expect((await retry(part)).status).toBe(200)
    expect(await alerts()).toEqual([])
    expect(atService()).toEqual([129_955, 10_000])
  })

  it("returns what the service holds when that is less than the order came to", async () => {
    const { reference } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    const { checkout_id } = await store.row(reference)
    store.sandbox.checkouts.get(checkout_id!)!.amount = 100_000
    await store.sandbox.pay(reference)
    await store.passTime(3_600_000)
    await store.runJob("reconcile")
    const path = `/admin/instalments/checkouts/${reference}/settle`
    expect((await store.adminPost(path)).status).toBe(200)
    const [order] = await store.orders()
    await tomorrowMorning(store)
    expect((await cancel(order!)).status).toBe(200)
    await runs()
    const [refused] = await requests()
    expect(refused).toMatchObject({ status: "refused", amount: 139_955 })
    const { status, data } = await retry(refused!.id)
    expect([status, data.message]).toEqual([200, undefined])
    await runs()
    expect(atService()).toEqual([100_000])
    expect(await readTotals(store, order!.id)).toMatchObject({
      refunded_total: 1000,
      transaction_total: 399.55,
    })
  })

  describe("a return that failed, and is complete after all, is held for a person", () => {
    /** Money for a cart that had grown; the service took its return and failed it. */
    async function returnFailed() {
      store.sandbox.set({ callbacks: { mode: "never" } })
      const { reference, cartId } = await store.beginCheckout()
      await store.sandbox.pay(reference)
      const more = { variant_id: store.shop.variantId, quantity: 1 }
      const added = await store.post(`/store/carts/${cartId}/line-items`, more)
      await store.deliver({
        ...{ client_reference_id: reference, status: "successful" },
        number_of_payments: 3,
      })
      await tomorrowMorning(store)
      await store.runJob("refunds")
      await fail()
      expect(await store.row(reference)).toMatchObject({ outcome: "held" })
      const [line] = added.data.cart.items as { id: string; quantity: number }[]
      return { reference, cartId, line: line!, failed: (await requests())[0]! }
    }
    const act = async (reference: string, deed: string) => {
      const path = `/admin/instalments/checkouts/${reference}/${deed}`
      const { status, data } = await store.adminPost(path)
      expect([deed, status, data.message]).toEqual([deed, 200, undefined])
    }
    const first = async () => (await requests())[0]!
    /** The service has returned it after all, and is asked. */
    async function isComplete(reference: string) {
      const { refund_request_id } = await first()
      const known = store.sandbox.refundRequests.get(refund_request_id!)!
      known.status = "complete"
      await act(reference, "check")
    }
    const told = async () =>
      (await store.ledger.attention.read())
        .filter(({ resolution }) => !resolution)
        .map(({ text }) => text)
        .join(" ")

    it("when the order was placed meanwhile", async () => {
      const { reference, cartId, line } = await returnFailed()
      await store.post(`/store/carts/${cartId}/line-items/${line.id}`, {
        quantity: line.quantity - 1,
      })
      await act(reference, "settle")
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      expect(await told()).not.toContain("now says complete")
      await isComplete(reference)
      expect(await first()).toMatchObject({
        status: "complete",
        held_reason: expect.stringContaining("the order was placed after"),
      })
      expect(await told()).toContain("the shopper has the order and the money")
    })

    it("when the money was asked for again", async () => {
      const { reference } = await returnFailed()
      await act(reference, "refund")
      const [, again] = await requests()
      await isComplete(reference)
      expect(await first()).toMatchObject({
        status: "complete",
        held_reason: expect.stringContaining(again!.id),
      })
      expect(await told()).toContain("it may go back twice")
    })
  })
})
