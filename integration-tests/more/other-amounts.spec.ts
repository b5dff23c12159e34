import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { cartActions } from "../harness/cart-actions"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const DAY = 24 * 60 * MINUTE

/** A payment whose amount at the service is not the ledger's. */
withStore((store) => {
  const { payUnheard } = cartActions(store)
  const { refund, cancel, requests, fail, runs, atService } =
    refundActions(store)
  const open = async () =>
    (await store.ledger.attention.read()).filter(
      ({ kind, resolution }) => kind !== "config-old" && !resolution
    )
  const act = async (path: string, body?: object) => {
    const { status, data } = await store.adminPost(path, body)
    expect([path, status, data.message]).toEqual([path, 200, undefined])
  }
  const pathOf = (reference: string, action: string) =>
    `/admin/instalments/checkouts/${reference}/${action}`

  async function heldPayment(amount: number) {
    const { reference, cartId } = await store.beginCheckout()
    const { checkout_id } = await store.row(reference)
    store.sandbox.checkouts.get(checkout_id!)!.amount = amount
    await payUnheard(reference)
    await store.passTime(60 * MINUTE)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "held" })
    expect(await store.orders()).toEqual([])
    expect(await open()).toMatchObject([{ kind: "held-payment", amount }])
    return { reference, cartId }
  }

  it.each([
    ["less", 139_954, /R\s1\s399,54/],
    ["more", 150_000, /R\s1\s500,00/],
  ])(
    "is held when it is %s, and goes back by hand as the service holds it",
    async (_, amount, words) => {
      const { reference } = await heldPayment(amount)
      const { held_reason } = await store.row(reference)
      expect(held_reason).toMatch(words)
      await act(pathOf(reference, "refund"))
      await tomorrowMorning(store)
      await store.runJob("refunds")
      expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
      expect(atService()).toEqual([amount])
      expect(await store.ledger.attention.read(reference)).toEqual([])
    }
  )

  describe("that was placed by hand", () => {
    async function placedByHand(amount: number) {
      const { reference, cartId } = await heldPayment(amount)
      await act(pathOf(reference, "settle"))
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      await tomorrowMorning(store)
      const [order] = await store.orders({ cart_id: cartId })
      const payment = order!.payment_collections[0]!.payments[0]!
      const giveBack = pathOf(reference, "refund")
      return { reference, order: order!, payment, giveBack }
    }

    it("is told of when it is less than the order came to", async () => {
      await placedByHand(100_000)
      expect(await open()).toMatchObject([{ kind: "other-amount" }])
    })

    it("is refunded from the order's page as long as that can refund it, and goes back whole when the order is cancelled then", async () => {
      const { order, payment, giveBack } = await placedByHand(150_000)
      await refund(payment, 100.45)
      const early = await store.adminPost(giveBack)
      expect([early.status, early.data.message]).toEqual([
        409,
        expect.stringContaining("Refund it from the order's page"),
      ])
      expect(atService()).toEqual([10_045])
      await runs()
      expect(await open()).toEqual([])
      await cancel(order)
      await runs()
      const [alert] = await open()
      expect(alert).toMatchObject({
        ...{ kind: "other-amount", order_id: order.id, amount: 10_045 },
        actions: ["refund", "resolve"],
      })
      expect(alert!.text).toMatch(
        /R\s100,45 .+ cannot be refunded from the order/
      )
      await act(giveBack)
      await runs()
      expect(await open()).toEqual([])
      expect(atService()).toEqual([10_045, 129_910, 10_045])
      const again = await store.adminPost(giveBack)
      expect(again.status).toBe(409)
      expect(atService()).toHaveLength(3)
    })

    it("is told of again when its order is cancelled after a person had agreed on the difference", async () => {
      const { order, giveBack } = await placedByHand(150_000)
      const [{ key } = { key: "" }] = await open()
      const at = `/admin/instalments/attention/${encodeURIComponent(key)}`
      await act(`${at}/resolve`, { note: "The shopper keeps it as credit." })
      await cancel(order)
      await runs()
      expect(await open()).toMatchObject([
        { kind: "other-amount", amount: 10_045 },
      ])
      await act(giveBack)
      await runs()
      expect(atService()).toEqual([139_955, 10_045])
      expect(await open()).toEqual([])
    })

    it("is told of again when the rest of it fails, and is returned again", async () => {
      const { order, giveBack } = await placedByHand(150_000)
      await cancel(order)
      await runs()
      store.sandbox.set({ refunds: { approveAfterMs: 100 * DAY } })
      await act(giveBack)
      await fail()
      const [, rest] = await requests()
      expect(rest).toMatchObject({ status: "failed", amount: 10_045 })
      expect(await open()).toMatchObject([
        { kind: "other-amount", amount: 10_045 },
      ])
      await act(`/admin/instalments/refund-requests/${rest!.id}/retry`)
      expect(atService()).toEqual([139_955, 10_045])
      expect(await open()).toEqual([])
    })
  })
})
