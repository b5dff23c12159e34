import { readNextPage } from "../../src/workflows/reconcile/read-list"
import { balanceActions } from "../harness/balance-actions"
import { MINUTE } from "../harness/calendar"
import { cartActions } from "../harness/cart-actions"
import { linkActions } from "../harness/link-actions"
import { withStore } from "../harness/with-store"

const HOUR = 60 * MINUTE
const BY_ID = "GET /api/checkouts/:id"

/**
 * A checkout that was cancelled in one tab and, as a signed callback says, paid in
 * another one, while the limit lets nobody ask the service.
 */
withStore((store) => {
  const links = linkActions(store)
  const { choose, chosen, complete, oneMore, ...actions } = cartActions(store)
  const { told, offerOf, noCallbacks, paid } = actions

  /** Cancelled before; whether it is really paid now, and the callback that says so. */
  async function payAfterAll(reference: string, { isPaid = true } = {}) {
    noCallbacks()
    if (isPaid) {
      await store.sandbox.pay(reference, { force: true })
    }
    for (let n = 0; n < 5; n++) {
      await store.ledger.limits.take(BY_ID, "shopper")
      await store.ledger.limits.take(BY_ID, "on_demand")
    }
    await store.deliver(paid(reference))
    expect(await store.row(reference)).toMatchObject({ status: "cancelled" })
  }
  async function unconfirmed(really?: { isPaid: boolean }) {
    const begun = await store.beginCheckout()
    await store.sandbox.cancel(begun.reference)
    await payAfterAll(begun.reference, really)
    return begun
  }
  const PENDING = { status: "pending", payment_url: null }
  async function isTold(cartId: string, sessionId: string) {
    expect(await told(sessionId)).toMatchObject(PENDING)
    const { data } = await complete(cartId)
    expect(data.error).toMatchObject({
      type: "payment_requires_more_error",
      message: expect.stringContaining("Do not pay again"),
    })
    expect(await offerOf(cartId)).toMatchObject({
      ...{ eligible: false, reason: "already_paid" },
    })
  }
  /** Of another amount: not the page of the same state. */
  async function isRefused(cartId: string) {
    await oneMore(cartId)
    const { status, data } = await choose(cartId)
    expect([status, data.message]).toEqual([
      400,
      expect.stringMatching(/seems to be paid after all.* Do not pay again/),
    ])
  }

  it("is told to the shopper as pending, without the cancelled page, until it is paid", async () => {
    const { cartId, sessionId, reference } = await unconfirmed()
    await isTold(cartId, sessionId)
    await store.passTime(2 * MINUTE)
    await store.runJob("reconcile")
    expect(await told(sessionId)).toMatchObject({ status: "paid" })
    expect(await store.row(reference)).toMatchObject({
      poll_requested_at: null,
    })
    expect(await store.orders()).toHaveLength(1)
  })

  it("is told also to who asks about a newer page of the cart, which is not paid a second time", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await oneMore(cartId)
    const newer = await chosen(cartId)
    await store.sandbox.cancel(reference)
    await store.sandbox.cancel(newer.data.reference)
    await payAfterAll(reference)
    await isTold(cartId, newer.id)
    await isRefused(cartId)
  })

  it("is cancelled when the service confirms that, and the cart can be paid", async () => {
    const { cartId, sessionId } = await unconfirmed({ isPaid: false })
    expect(await told(sessionId)).toMatchObject({ status: "pending" })
    await store.runJob("reconcile")
    expect(await told(sessionId)).toMatchObject({ status: "cancelled" })
    await chosen(cartId)
  })

  it("stays so although the service answers what it was asked before", async () => {
    const { cartId, sessionId, reference } = await store.beginCheckout()
    await store.passTime(MINUTE)
    const { client } = store.ledger
    const fetch = client.fetchCheckout.bind(client)
    jest
      .spyOn(client, "fetchCheckout")
      .mockImplementationOnce(async (...all) => {
        const received = await fetch(...all)
        await store.passTime(1_000)
        await store.sandbox.cancel(reference)
        await payAfterAll(reference)
        return received
      })
    await told(sessionId)
    expect(await told(sessionId)).toMatchObject({ status: "pending" })
    await isRefused(cartId)
  })

  it("stays so although a page of the list was asked for before", async () => {
    const { cartId, sessionId, reference } = await store.beginCheckout()
    await store.sandbox.cancel(reference)
    await store.passTime(MINUTE)
    const { client, readings } = store.ledger
    await readings.keep("checkouts", {
      page: { number: 1, items: 100 },
      begunAt: new Date(store.ledger.now()),
      backTo: new Date(store.ledger.now() - 24 * HOUR),
      seen: null,
    })
    const list = client.listCheckouts.bind(client)
    jest
      .spyOn(client, "listCheckouts")
      .mockImplementationOnce(async (...all) => {
        const page = await list(...all)
        await store.passTime(1_000)
        await payAfterAll(reference)
        return page
      })
    await readNextPage(store.container)
    expect(await told(sessionId)).toMatchObject({ status: "pending" })
    await isRefused(cartId)
  })

  describe("of which the service says that it has none,", () => {
    async function notFound(times?: number) {
      const begun = await store.beginCheckout()
      const { reference } = begun
      await store.sandbox.cancel(reference)
      noCallbacks()
      await store.sandbox.pay(reference, { force: true })
      const { checkout_id } = await store.row(reference)
      store.sandbox.fault({
        ...{ kind: "error", status: 404, method: "GET" },
        path: `/api/checkouts/${checkout_id}`,
        ...(times && { times }),
      })
      await store.passTime(MINUTE)
      await store.deliver(paid(reference))
      await store.runJob("reconcile")
      await isRefused(begun.cartId)
      return begun
    }

    it("is asked about again within an hour", async () => {
      const { reference } = await notFound(2)
      await store.passTime(HOUR)
      await store.runJob("reconcile")
      // The cart has changed since.
      expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
    })

    it("keeps the cart from being paid for a few hours only; a person is told", async () => {
      const { cartId } = await notFound()
      for (let hour = 0; hour < 4; hour++) {
        await store.passTime(HOUR)
        await store.runJob("reconcile")
      }
      await chosen(cartId)
      const kinds = (await store.ledger.attention.read()).map((one) => one.kind)
      expect(kinds).toContain("held-callback")
    })
  })

  it("of what an order owes: its link's page waits for it, and asks the service as soon as it can", async () => {
    const { id, url } = await links.linkOfOwing()
    const { reference } = await balanceActions(store).begin(id)
    await store.sandbox.cancel(reference)
    await payAfterAll(reference)
    expect((await links.open(url)).words).not.toContain("Pay in instalments")
    const { status, data } = await store.adminPost(links.adminPath(id))
    expect([status, data.message]).toEqual([
      409,
      expect.stringContaining(`Look at checkout ${reference}`),
    ])
    await store.passTime(2 * MINUTE)
    await links.open(url)
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })
})
