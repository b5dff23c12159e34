import { mostOf } from "../../src/modules/instalments/limits/endpoints"
import { MINUTE } from "../harness/calendar"
import { cartActions } from "../harness/cart-actions"
import { linkActions } from "../harness/link-actions"
import { chooseInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

const BY_ID = "GET /api/checkouts/:id"

withStore((store) => {
  const { choose, asked, paid, payUnheard, told, noCallbacks, offerOf } =
    cartActions(store)
  const statusOf = async (sessionId: string) => (await told(sessionId)).status

  /** Checkouts whose shoppers have paid and whose callbacks are lost. */
  async function paidUnseen(count: number) {
    const checkouts = []
    for (let i = 0; i < count; i++) {
      const checkout = await store.beginCheckout()
      await payUnheard(checkout.reference)
      checkouts.push(checkout)
    }
    await store.passTime(20_000)
    return checkouts
  }

  /** Many unsigned callbacks for these checkouts. */
  async function floodOfCallbacks(references: string[]) {
    const answers = await Promise.all(
      references.flatMap((reference) =>
        Array.from({ length: 10 }, () => store.deliver(paid(reference), {}))
      )
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
  }

  describe("in one window of the service's limits", () => {
    /** Stops the limits' clock: all requests fall into one window, and no wait lasts. */
    beforeEach(() => {
      const { limits } = store.ledger
      const { pause } = limits.stopwatch
      const now = Date.now()
      let elapsed = 0
      limits.clock = () => now
      limits.stopwatch = { pause, elapsed: () => (elapsed += MINUTE) }
    })
    afterEach(() => {
      const { limits } = store.ledger
      const { pause } = limits.stopwatch
      delete limits.clock
      limits.stopwatch = { pause, elapsed: () => performance.now() }
    })

    it("a shopper whose callback was lost is served at once beside a flood of unverified callbacks and due background work", async () => {
      const pending = []
      for (let i = 0; i < 3; i++) {
        pending.push((await store.beginCheckout()).reference)
      }
      await floodOfCallbacks(pending)
      await store.passTime(2 * 60 * MINUTE)
      await store.runJob("reconcile")
      await floodOfCallbacks(pending)
      const others = asked()
      expect(others).toBe(3)
      const [checkout] = await paidUnseen(1)
      expect(await statusOf(checkout!.sessionId)).toBe("paid")
      expect(asked()).toBe(others + 1)
      expect(store.sandbox.journal.violations).toEqual({})
    })

    it("a flood of shoppers leaves an unverified callback and the background work their requests", async () => {
      const checkouts = await paidUnseen(6)
      for (const { sessionId } of checkouts) {
        await statusOf(sessionId)
      }
      const shoppers = mostOf(BY_ID, "shopper")
      expect(asked()).toBe(shoppers)
      const unseen = checkouts.slice(shoppers)
      const unverified = await store.deliver(paid(unseen[0]!.reference), {})
      expect(unverified.status).toBe(200)
      await store.passTime(2 * 60 * MINUTE)
      await store.runJob("reconcile")
      expect(asked()).toBe(shoppers + 2)
      expect(store.sandbox.journal.violations).toEqual({})
    })

    it("a shopper who looked before paying is told the order five seconds after that look", async () => {
      noCallbacks()
      const { reference, sessionId } = await store.beginCheckout()
      expect(await statusOf(sessionId)).toBe("pending")
      expect(asked()).toBe(0)
      await store.passTime(5_000)
      expect(await statusOf(sessionId)).toBe("pending")
      expect(asked()).toBe(1)
      await store.sandbox.pay(reference)
      await store.passTime(5_000)
      expect(await statusOf(sessionId)).toBe("paid")
    })

    it.each([
      ["", 5, {}],
      [", also with two pages open", 3, { email: "thandi@example.org" }],
    ])(
      "a shopper who looks again and again leaves another one the last request of their share%s",
      async (_, check_count, change) => {
        noCallbacks()
        const { cartId } = await store.beginCheckout()
        await store.post(`/store/carts/${cartId}`, change)
        const { data } = await choose(cartId)
        const sessionId = data.payment_collection.payment_sessions[0].id
        for (let look = 0; look < check_count; look++) {
          await store.passTime(5_000)
          await statusOf(sessionId)
        }
        expect(asked()).toBe(mostOf(BY_ID, "shopper") - 1)
        const [other] = await paidUnseen(1)
        expect(await statusOf(other!.sessionId)).toBe("paid")
        expect(store.sandbox.journal.violations).toEqual({})
      }
    )

    it("a link's page that looks again by itself leaves another shopper that request too", async () => {
      const { linkOfOwing, open, press, opened } = linkActions(store)
      const { id, url } = await linkOfOwing()
      noCallbacks()
      await press(url)
      await store.passTime(21 * MINUTE)
      await press(url)
      expect(await opened(id)).toHaveLength(2)
      const [one, other] = await paidUnseen(2)
      await store.db("instalments_request_limit").delete()
      expect(await statusOf(one!.sessionId)).toBe("paid")
      await open(`${url}?back=1`)
      expect(await statusOf(other!.sessionId)).toBe("paid")
    })
  })

  it("the job first checks the checkout of a shopper who waits while no fetch is left", async () => {
    const { sessionId, reference } = await store.beginCheckout()
    await payUnheard(reference)
    await store.passTime(MINUTE)
    for (let n = 0; n < 5; n++) {
      await store.ledger.limits.take(BY_ID, "shopper")
      await store.ledger.limits.take(BY_ID, "on_demand")
    }
    expect(await statusOf(sessionId)).toBe("pending")
    expect(await store.row(reference)).toMatchObject({
      poll_requested_at: expect.any(Date),
      check_count: 0,
    })
    await store.runJob("reconcile")
    expect(await statusOf(sessionId)).toBe("paid")
  })

  it("the job looks for a payment, and asks nothing where the same page is opened, when the limit has room for another shopper only", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await store.passTime(MINUTE)
    expect((await choose(cartId)).status).toBe(200)
    await store.passTime(25 * MINUTE)
    for (let taken = 0; taken < 2; taken++) {
      await store.ledger.limits.take(BY_ID, "shopper")
    }
    expect((await choose(cartId)).status).toBe(200)
    expect(asked()).toBe(0)
    expect(store.sandbox.checkouts.size).toBe(2)
    await payUnheard(reference)
    await store.passTime(MINUTE)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  it("no second creation is sent before the seconds of a 429 are over", async () => {
    store.sandbox.fault({
      ...{ method: "POST", path: "/api/checkouts" },
      ...{ kind: "rate_limit", seconds: 30, times: 1 },
    })
    await expect(store.beginCheckout()).rejects.toBeTruthy()
    await expect(store.beginCheckout()).rejects.toBeTruthy()
    expect(store.sandbox.journal.counts["POST /api/checkouts"]).toBe(1)
    const cart = await store.fillCart()
    expect(await offerOf(cart)).toMatchObject({
      ...{ eligible: false, reason: "unavailable" },
    })
    await store.passTime(31_000)
    expect(await offerOf(cart)).toMatchObject({ eligible: true })
  })

  it("one cart opens six checkouts an hour, also of a shopper who names other addresses to return to", async () => {
    const { cartId, reference } = await store.beginCheckout()
    const back = { success_url: "http://localhost:8000/za/other" }
    const session = await chooseInstalments(store.api, store.shop, cartId, back)
    expect(session.data.reference).toBe(reference)
    const answers = []
    for (let nth = 2; nth <= 7; nth++) {
      const email = `thandi+${nth}@example.org`
      await store.post(`/store/carts/${cartId}`, { email })
      answers.push(await choose(cartId))
    }
    const last = answers.pop()!
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(last.data).toMatchObject({
      code: "instalments_too_many_checkouts",
      message: expect.stringContaining("again from"),
    })
    expect(store.sandbox.checkouts.size).toBe(6)
    await store.passTime(60 * MINUTE)
    expect((await choose(cartId)).status).toBe(200)
  })

  it("the config is read once an hour, and never more than five times", async () => {
    const read = () => store.sandbox.journal.counts["GET /api/config"]
    await store.runJob("config")
    expect(read()).toBe(1)
    await store.passTime(60 * MINUTE)
    await store.runJob("config")
    expect(read()).toBe(2)
    for (const urgency of ["background", "on_demand", "shopper"] as const) {
      for (let i = 0; i < 10; i++) {
        await store.ledger.config.refresh(urgency).catch(() => null)
      }
    }
    // The first of them was made in the hour before.
    expect(read()).toBe(1 + 5)
  })
})
