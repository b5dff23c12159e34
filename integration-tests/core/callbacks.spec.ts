import { createHmac } from "node:crypto"
import { signTestCallback } from "../../src/modules/instalments/callback/signature"
import { withStore } from "../harness/with-store"

withStore((store) => {
  const paid = (reference: string) => ({
    client_reference_id: reference,
    status: "successful",
    number_of_payments: 3,
  })

  it.each([2, 20])(
    "places one order for %i callbacks at once, and answers each with 2xx",
    async (copies) => {
      const { reference } = await store.beginCheckout()
      const answers = await Promise.all(
        Array.from({ length: copies }, () => store.deliver(paid(reference)))
      )
      expect(answers.map(({ status }) => status)).toEqual(
        Array(copies).fill(200)
      )
      const [order, ...others] = await store.orders()
      expect(others).toEqual([])
      for (const { data } of answers) {
        expect(data.redirect_url).toContain(order!.id)
      }
      const [callback] = await store.ledger.listCallbacks({ reference })
      expect(callback!.deliveries).toBe(copies)
      // The others had read the row before it was tried.
      expect(await store.row(reference)).toMatchObject({ settle_attempts: 1 })
    }
  )

  it("places one order when the shopper completes the cart at the same moment", async () => {
    const { cartId, reference } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    const [callback, completion] = await Promise.all([
      store.deliver(paid(reference)),
      store.post(`/store/carts/${cartId}/complete`),
    ])
    const [order, ...others] = await store.orders()
    expect(others).toEqual([])
    expect(callback.data.redirect_url).toContain(order!.id)
    expect(completion.data.order?.id ?? order!.id).toBe(order!.id)
    expect(order!.payment_collections[0]!.payments).toHaveLength(1)
  })

  it("places the order although a change of the cart had deleted the session", async () => {
    const { cartId, reference, sessionId } = await store.beginCheckout()
    const line = await store.post(`/store/carts/${cartId}/line-items`, {
      variant_id: store.shop.variantId,
      quantity: 1,
    })
    const [item] = line.data.cart.items
    await store.post(`/store/carts/${cartId}/line-items/${item.id}`, {
      quantity: 3,
    })
    await store.deliver(paid(reference))
    const [order] = await store.orders()
    expect(await store.row(reference)).toMatchObject({
      outcome: "placed",
      order_id: order!.id,
    })
    const { data } = await store.get(
      `/store/instalments/payment-sessions/${sessionId}`
    )
    expect(data.payment).toMatchObject({ status: "paid", order_id: order!.id })
  })

  it("places the order of a shopper who chose another payment method after paying", async () => {
    const { cartId, reference } = await store.beginCheckout()
    const { data: found } = await store.post("/store/payment-collections", {
      cart_id: cartId,
    })
    await store.post(
      `/store/payment-collections/${found.payment_collection.id}/payment-sessions`,
      { provider_id: "pp_system_default" }
    )
    await store.deliver(paid(reference))
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await store.orders()).toHaveLength(1)
  })

  it("answers 503 while it cannot write, and settles the delivery after it", async () => {
    const { reference } = await store.beginCheckout()
    const { db } = store
    await db.raw("alter table instalments_callback rename to away")
    const first = await store.deliver(paid(reference))
    expect(first.status).toBe(503)
    expect(await store.row(reference)).toMatchObject({ status: "received" })
    await db.raw("alter table away rename to instalments_callback")
    const second = await store.deliver(paid(reference))
    expect(second.status).toBe(200)
    expect(await store.orders()).toHaveLength(1)
  })

  it("settles after a restart what was recorded when the process was killed", async () => {
    const { reference } = await store.beginCheckout()
    const body = Buffer.from(JSON.stringify(paid(reference)))
    await store.ledger.callbacks.record(body, {
      understood: true,
      callback: {
        client_reference_id: reference,
        status: "successful",
      },
    })
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await store.orders()).toHaveLength(1)
  })

  it("changes nothing for a cancellation after the payment, and flags it", async () => {
    const { reference } = await store.buy()
    const answer = await store.deliver({
      client_reference_id: reference,
      status: "cancelled",
    })
    expect(answer.status).toBe(200)
    expect(await store.row(reference)).toMatchObject({
      status: "successful",
      outcome: "placed",
    })
    const [flagged] = await store.ledger.listCallbacks({
      reference,
      status: "cancelled",
    })
    expect(flagged!.held_reason).toContain("the payment stands")
  })

  it("asks the service before it believes a payment after a cancellation", async () => {
    const { reference } = await store.beginCheckout()
    await store.sandbox.cancel(reference)
    await store.deliver(paid(reference))
    expect(await store.row(reference)).toMatchObject({ status: "cancelled" })
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference, { force: true })
    await store.deliver({ ...paid(reference), number_of_payments: 6 })
    // It was checked a moment ago; the job does not wait for that pause.
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  it("leaves a signed payment that the service does not confirm to a person, until it does", async () => {
    const { reference } = await store.beginCheckout()
    await store.sandbox.cancel(reference)
    expect((await store.deliver(paid(reference))).status).toBe(200)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ status: "cancelled" })
    expect(await store.ledger.attention.read()).toMatchObject([
      {
        kind: "held-callback",
        reference,
        text: expect.stringContaining("successful after it said cancelled"),
      },
    ])
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference, { force: true })
    await store.passTime(60_000)
    await store.adminPost(`/admin/instalments/checkouts/${reference}/check`)
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await store.ledger.attention.read()).toEqual([])
  })

  describe("keeps and holds, with 200,", () => {
    it("a verified callback for a reference it does not know", async () => {
      const answer = await store.deliver(paid("another-environment"))
      expect(answer.status).toBe(200)
      const [kept] = await store.ledger.listCallbacks({
        reference: "another-environment",
      })
      expect(kept).toMatchObject({
        held_reason: expect.stringContaining("No checkout of this store"),
        body: expect.stringContaining("another-environment"),
      })
    })

    it.each(["not json", "[]", '{"client_reference_id":5}', "null", ""])(
      "a verified callback that is not understood: %p",
      async (body) => {
        const answer = await store.deliver(body)
        expect(answer.status).toBe(200)
        const [kept] = await store.ledger.listCallbacks({})
        expect(kept!.held_reason).toBeTruthy()
      }
    )
  })

  describe("does not believe, only counts, and answers 401 to", () => {
    const body = (reference: string) => JSON.stringify(paid(reference))
    const sign = (text: string, key = "sandbox-signing-secret") =>
      createHmac("sha512", key).update(text)
    const ways: [string, (text: string) => Record<string, string>][] = [
      ["no signature", () => ({})],
      ["a short one", () => ({ "x-signature": "c2hvcnQ=" })],
      ["one that is not Base64", () => ({ "x-signature": "%%%" })],
      ["a hex digest", (text) => ({ "x-signature": sign(text).digest("hex") })],
      [
        "one of another body",
        () => ({ "x-signature": sign("{}").digest("base64") }),
      ],
      [
        "another key's",
        (text) => ({ "x-signature": sign(text, "other").digest("base64") }),
      ],
      [
        "one over a pretty-printed body that was sent compactly",
        (text) => ({
          "x-signature": sign(JSON.stringify(JSON.parse(text), null, 2)).digest(
            "base64"
          ),
        }),
      ],
    ]
    it.each(ways)("%s", async (_, headers) => {
      const { reference } = await store.beginCheckout()
      const text = body(reference)
      const answer = await store.deliver(text, headers(text))
      expect(answer.status).toBe(401)
      expect(await store.ledger.listCallbacks({})).toEqual([])
      expect(await store.row(reference)).toMatchObject({ status: "received" })
      expect(await store.ledger.health.unverified()).toMatchObject({ count: 1 })
    })
  })

  it("verifies a body that was pretty-printed on the way", async () => {
    const { reference } = await store.beginCheckout()
    const compact = JSON.stringify(paid(reference))
    const pretty = JSON.stringify(paid(reference), null, 2)
    const answer = await store.deliver(
      pretty,
      signTestCallback(compact, "sandbox-signing-secret")
    )
    expect(answer.status).toBe(200)
    expect(await store.orders()).toHaveLength(1)
  })

  it("refuses a body of 64 KiB and one byte with 413", async () => {
    const padded = (size: number) => {
      const text = JSON.stringify({ ...paid("inst_unknown"), pad: "" })
      return text.replace(
        '"pad":""',
        `"pad":"${"x".repeat(size - text.length)}"`
      )
    }
    expect((await store.deliver(padded(65_536))).status).toBe(200)
    expect((await store.deliver(padded(65_537))).status).toBe(413)
  })

  describe("a callback signed by another scheme", () => {
    beforeEach(() => {
      store.sandbox.set({
        callbacks: { signature: { algorithm: "sha256", encoding: "hex" } },
      })
    })

    it("makes the store check the checkout, what the service says settles the payment, and the log says which options fit", async () => {
      const { reference } = await store.beginCheckout()
      const logger = store.container.resolve("logger")
      const warn = jest.spyOn(logger, "warn").mockImplementation(() => {})
      const { redirect_url } = await store.sandbox.pay(reference)
      const [order] = await store.orders()
      expect(redirect_url).toContain(order!.id)
      expect(store.sandbox.callbacks.at(-1)!.response!.status).toBe(200)

      const lines = warn.mock.calls.map(([line]) => String(line))
      warn.mockRestore()
      expect(lines).toContainEqual(
        expect.stringMatching(
          /could not be verified.*Set callback\.algorithm: sha256, callback\.encoding: hex, and restart\./
        )
      )
      const { data: list } = await store.adminGet(
        "/admin/instalments/attention"
      )
      expect(list.attention).toMatchObject([
        { key: "unverified-callbacks", count: 1 },
      ])
      const kept = JSON.stringify(await store.ledger.listKeptValues({}))
      const { request } = store.sandbox.callbacks.at(-1)!
      expect(kept).not.toContain(reference)
      expect(kept).not.toContain(request.headers["x-signature"])
      expect(await store.ledger.listCallbacks({})).toEqual([])
    })

    it("cannot use up the limit when it comes in a flood", async () => {
      const checkouts = []
      for (let i = 0; i < 4; i++) {
        checkouts.push(await store.beginCheckout())
      }
      const answers = await Promise.all(
        checkouts.flatMap(({ reference }) =>
          Array.from({ length: 10 }, () => store.deliver(paid(reference), {}))
        )
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(
        new Set([401])
      )
      const fetched = store.sandbox.journal.counts["GET /api/checkouts/:id"]
      expect(fetched).toBeLessThanOrEqual(2)
      const { waitMs } = await store.ledger.limits.take(
        "GET /api/checkouts/:id",
        "shopper"
      )
      expect(waitMs).toBe(0)
    })
  })
})
