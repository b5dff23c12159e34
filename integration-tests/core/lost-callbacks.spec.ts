import { MINUTE } from "../harness/calendar"
import { cartActions } from "../harness/cart-actions"
import { chooseInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Payments whose callback never came: the reconcile job finds them, or a shopper. */
withStore((store) => {
  const { choose, noCallbacks, payUnheard, told } = cartActions(store)
  /** A further page of the same cart, as its e-mail is another one. */
  const tab = async (cartId: string, number: number) => {
    const email = `thandi+${number}@example.org`
    await store.post(`/store/carts/${cartId}`, { email })
    return chooseInstalments(store.api, store.shop, cartId)
  }

  it.each([
    ["a service that takes small pages only", null],
    [
      "a page that does not exist any more",
      { page_number: 7, page_items: 100 },
    ],
  ])("are found in the service's list of %s", async (_, saved) => {
    const { reference } = await store.beginCheckout()
    await payUnheard(reference)
    for (let other = 0; other < 8; other++) {
      await store.beginCheckout()
    }
    await store.passTime(61 * MINUTE)
    const now = new Date(store.ledger.now())
    if (saved) {
      const back_to = new Date(now.getTime() - 2 * HOUR)
      const sweep = { id: "checkouts", ...saved, begun_at: now, back_to }
      await store.ledger.createSweeps(sweep)
    }
    store.sandbox.fault({
      ...{ method: "GET", path: "/api/checkouts", times: 1 },
      ...{ kind: "error", status: 422 },
    })
    // Two checkouts a minute are checked by id.
    for (let minutes = 0; minutes < 3; minutes++) {
      await store.runJob("reconcile")
      await store.passTime(MINUTE)
    }
    const unheard = { status_updated_at: null }
    expect(await store.ledger.listCheckouts(unheard)).toEqual([])
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  it.each([
    [{ amount: 3_000_000_000 }, 2_147_483_647],
    [{ amount: "1399.55", currency: "Rand" }, null],
  ])(
    "are held where the service says %j of them",
    async (attributes, paid_amount) => {
      const { reference } = await store.beginCheckout()
      await payUnheard(reference)
      store.sandbox.fault({
        ...{ method: "GET", path: "/api/checkouts" },
        ...{ kind: "other_values", attributes },
      })
      await store.passTime(61 * MINUTE)
      await store.runJob("reconcile")
      expect(await store.row(reference)).toMatchObject({
        ...{ outcome: "held", held_kind: "amount_differs", paid_amount },
      })
    }
  )

  it("are settled before another checkout is asked about", async () => {
    const pending = await store.beginCheckout()
    const paid = await store.beginCheckout()
    await store.ledger.checkouts.paid(paid.reference, {
      paid_at: new Date(store.ledger.now()),
      paid_not_before: new Date(store.ledger.now()),
    })
    await store.passTime(61 * MINUTE)
    await store.runJob("reconcile")
    const settled = await store.row(paid.reference)
    const asked = await store.row(pending.reference)
    expect(settled.outcome).toBe("placed")
    expect(asked.last_checked_at!.getTime()).toBeGreaterThan(
      settled.outcome_at!.getTime()
    )
  })

  it("are looked for a last time a week after a cancellation, then never again", async () => {
    const { reference } = await store.beginCheckout()
    await store.sandbox.cancel(reference)
    await store.passTime(61 * MINUTE)
    await store.runJob("reconcile")
    await store.passTime(7 * DAY)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({
      outcome: "closed",
      next_check_at: null,
      check_count: 2,
    })
  })

  it("are asked about at once when a callback says paid while the job's check of a cancelled checkout is under way", async () => {
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

  it("are found by the shopper who cancelled the newest page of the cart, which is asked about page by page", async () => {
    const { cartId, reference } = await store.beginCheckout()
    noCallbacks()
    await tab(cartId, 2)
    const last = await tab(cartId, 3)
    await store.sandbox.pay(reference)
    await store.sandbox.cancel(last.data.reference)
    await store.passTime(MINUTE)
    await told(last.id)
    await store.passTime(MINUTE)
    const payment = await told(last.id)
    const { order_id } = await store.row(reference)
    expect(payment).toMatchObject({ status: "paid", order_id })
    expect(order_id).not.toBeNull()
  })

  it("are one order and one return when there are two of a cart", async () => {
    const { cartId } = await store.beginCheckout()
    for (const number of [1, 2]) {
      const session = await tab(cartId, number)
      await payUnheard(session.data.reference)
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

  it.each([
    ["after the time in which the same one is opened", 25, {}],
    ["for a corrected e-mail", 2, { email: "thandi@example.org" }],
  ])(
    "are found before the cart is given another page %s",
    async (_, minutes, change) => {
      const { cartId, reference } = await store.beginCheckout()
      await payUnheard(reference)
      await store.passTime(minutes * MINUTE)
      await store.post(`/store/carts/${cartId}`, change)
      expect(await choose(cartId)).toMatchObject({
        status: 400,
        data: { message: expect.stringContaining("This cart is paid already") },
      })
      expect(store.sandbox.checkouts.size).toBe(1)
      await store.runJob("reconcile")
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    }
  )
})
