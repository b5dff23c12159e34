import { balanceActions } from "../harness/balance-actions"
import { chooseInstalments, tryInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Payments whose callback never came: the reconcile job finds them. */
withStore((store) => {
  it("learns of a payment from the service's list, when many are due", async () => {
    const { reference } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    for (let other = 0; other < 4; other++) {
      await store.beginCheckout()
    }
    await store.passTime(61 * MINUTE)
    await store.runJob("reconcile")
    expect(store.sandbox.journal.counts["GET /api/checkouts"]).toBe(1)
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  it.each([
    ["a service that takes small pages only", null],
    [
      "a page that does not exist any more",
      { page_number: 7, page_items: 100 },
    ],
  ])("also learns of it from the list with %s", async (_, saved) => {
    const { reference } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    for (let other = 0; other < 12; other++) {
      await store.beginCheckout()
    }
    await store.passTime(61 * MINUTE)
    const now = new Date(store.ledger.now())
    if (saved) {
      const back_to = new Date(now.getTime() - 2 * 60 * MINUTE)
      const sweep = { id: "checkouts", ...saved, begun_at: now, back_to }
      await store.ledger.createSweeps(sweep)
    }
    store.sandbox.fault({
      ...{ method: "GET", path: "/api/checkouts", times: 1 },
      ...{ kind: "error", status: 422 },
    })
    const unheard = () =>
      store.ledger.listCheckouts({ heard_at: null }, { select: ["id"] })
    // Two checkouts a minute are checked by id.
    for (let minutes = 0; minutes < 3; minutes++) {
      await store.runJob("reconcile")
      await store.passTime(MINUTE)
    }
    expect(await unheard()).toEqual([])
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  it("finds the payment made in one tab after another had cancelled, when its callback is lost", async () => {
    const { reference } = await store.beginCheckout()
    await store.sandbox.cancel(reference)
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference, { force: true })
    expect(await store.row(reference)).toMatchObject({ outcome: "closed" })
    await store.passTime(61 * MINUTE)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  it("checks a cancelled checkout a last time after a week, then never again", async () => {
    const { reference } = await store.beginCheckout()
    await store.sandbox.cancel(reference)
    await store.passTime(61 * MINUTE)
    await store.runJob("reconcile")
    await store.passTime(7 * DAY)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({
      outcome: "closed",
      look_after: null,
      asks: 2,
    })
  })

  it("checks a cancelled checkout at once when a callback says it is paid while the job's check of it is under way", async () => {
    const { reference } = await store.beginCheckout()
    await store.sandbox.cancel(reference)
    await store.passTime(HOUR + MINUTE)
    // Holds the answer to the job's check: the shopper pays in another tab meanwhile.
    const { client } = store.ledger
    const fetch = client.fetchCheckout.bind(client)
    jest
      .spyOn(client, "fetchCheckout")
      .mockImplementationOnce(async (...all) => {
        const answer = await fetch(...all)
        await store.sandbox.pay(reference, { force: true })
        return answer
      })
    await store.runJob("reconcile")
    await store.passTime(HOUR)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  it("tells a shopper who cancelled in one tab the order that was paid in another, though its callback is lost", async () => {
    const { cartId, reference } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    const later = await chooseInstalments(store.api, store.shop, cartId, {
      success_url: "http://localhost:8000/za/2",
    })
    await store.sandbox.pay(reference)
    await store.sandbox.cancel(later.data.reference)
    await store.passTime(MINUTE)
    const { data } = await store.get(
      `/store/instalments/payment-sessions/${later.id}`
    )
    const { outcome, order_id } = await store.row(reference)
    expect(outcome).toBe("placed")
    expect(data.payment).toMatchObject({ status: "paid", order_id })
  })

  it("asks about every page of a cart, one after another, when the newest was cancelled", async () => {
    const { cartId, reference } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    const another = (tab: number) =>
      chooseInstalments(store.api, store.shop, cartId, {
        success_url: `http://localhost:8000/za/${tab}`,
      })
    await another(2)
    const last = await another(3)
    await store.sandbox.pay(reference)
    await store.sandbox.cancel(last.data.reference)
    await store.passTime(MINUTE)
    const look = () =>
      store.get(`/store/instalments/payment-sessions/${last.id}`)
    await look()
    await store.passTime(MINUTE)
    const { data } = await look()
    const { order_id } = await store.row(reference)
    expect(data.payment).toMatchObject({ status: "paid", order_id })
    expect(order_id).not.toBeNull()
  })

  it("places one and returns the other of two payments of a cart whose callbacks were lost", async () => {
    const { cartId } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    for (const tab of [1, 2]) {
      const success_url = `http://localhost:8000/za/${tab}`
      const session = await chooseInstalments(store.api, store.shop, cartId, {
        success_url,
      })
      await store.sandbox.pay(session.data.reference)
    }
    await store.passTime(61 * MINUTE)
    await store.runJob("reconcile")
    // The cart may have become the order of the other one in the first attempt.
    await store.passTime(MINUTE)
    await store.runJob("reconcile")
    const rows = await store.ledger.listCheckouts({ status: "successful" })
    expect(rows.map(({ outcome }) => outcome).sort()).toEqual([
      "placed",
      "returned",
    ])
  })

  describe("before another page is opened", () => {
    const { begin, boughtAndEdited, books, choose } = balanceActions(store)
    /** The shopper pays at the service and comes back after so many minutes. */
    async function paidUnheard(reference: string, minutes: number) {
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(reference)
      await store.passTime(minutes * MINUTE)
    }
    const byId = () => store.sandbox.journal.counts["GET /api/checkouts/:id"]

    it.each([
      ["after the time in which the same one is opened", 25, {}],
      ["for a corrected e-mail", 2, { email: "thandi@example.org" }],
    ])("finds the payment of the cart %s", async (_, minutes, change) => {
      const { cartId, reference } = await store.beginCheckout()
      await paidUnheard(reference, minutes)
      await store.post(`/store/carts/${cartId}`, change)
      const { status, data } = await tryInstalments(store, cartId)
      expect([status, data.message]).toEqual([
        400,
        expect.stringContaining("This cart is paid already"),
      ])
      expect(store.sandbox.checkouts.size).toBe(1)
      await store.runJob("reconcile")
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    })

    it("promises no order for the payment of a cart that comes to another amount by now", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await paidUnheard(reference, 25)
      await store.post(`/store/carts/${cartId}/line-items`, {
        variant_id: store.shop.variantId,
        quantity: 1,
      })
      const { status, data } = await tryInstalments(store, cartId)
      expect([status, data.message]).toEqual([
        400,
        expect.stringMatching(
          /^A payment of R.1.399,55 for this cart as it was/
        ),
      ])
      await store.runJob("reconcile")
      expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
    })

    it("finds the payment of what an order owes", async () => {
      const { order } = await boughtAndEdited()
      const { reference, collectionId } = await begin(order.id)
      await paidUnheard(reference, 25)
      expect((await choose(collectionId)).status).toBe(400)
      await store.runJob("reconcile")
      expect(await books(order.id)).toMatchObject({ owed: 0 })
    })

    it("asks nothing where the same page is opened, and leaves it to the job where the limit has room for another shopper only", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await store.passTime(MINUTE)
      expect((await tryInstalments(store, cartId)).status).toBe(200)
      await store.passTime(25 * MINUTE)
      for (let taken = 0; taken < 2; taken++) {
        await store.ledger.limits.take("GET /api/checkouts/:id", "shopper")
      }
      expect((await tryInstalments(store, cartId)).status).toBe(200)
      expect(byId()).toBeUndefined()
      expect(store.sandbox.checkouts.size).toBe(2)
      await paidUnheard(reference, 1)
      await store.runJob("reconcile")
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    })
  })
})
