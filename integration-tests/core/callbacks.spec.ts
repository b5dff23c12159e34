import { createHmac } from "node:crypto"
import { Readable } from "node:stream"
import { gzipSync } from "node:zlib"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readRawBody } from "../../src/api/hooks/instalments/read-raw-body"
import { readCallback } from "../../src/modules/instalments/callback/parse-callback"
import { signTestCallback } from "../../src/modules/instalments/callback/signature"
import { InstalmentsPaymentProvider } from "../../src/providers/instalments/service"
import { MINUTE } from "../harness/calendar"
import { cartActions, TRANSFER } from "../harness/cart-actions"
import { eventually } from "../harness/pause-at-write"
import { secrets, withStore } from "../harness/with-store"
import { readNextPage } from "../../src/workflows/reconcile/read-list"

const KEY = "sandbox-signing-secret"

withStore((store) => {
  const { chosen, complete, oneMore, paid, payUnheard, told } =
    cartActions(store)
  const counted = async () => (await store.ledger.health.unverified())?.count
  const heldCallbacks = async () =>
    (await store.ledger.attention.read()).filter(
      ({ kind }) => kind === "held-callback"
    )
  /** What `work` does while nothing can be written into a table. */
  const without = async <T>(table: string, work: () => Promise<T>) => {
    await store.db.raw("alter table ?? rename to away", [table])
    const result = await work()
    await store.db.raw("alter table away rename to ??", [table])
    return result
  }

  it("places one order for 20 callbacks at once, and answers each, and later ones that are printed otherwise, with its page", async () => {
    const { reference } = await store.beginCheckout()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => store.deliver(paid(reference)))
    )
    const [callback] = await store.ledger.listCallbacks({ reference })
    expect(callback!.deliveries).toBe(20)
    const pretty = JSON.stringify(paid(reference), null, 2)
    const compact = JSON.stringify(paid(reference))
    answers.push(await store.deliver(pretty, signTestCallback(compact, KEY)))
    const [order, ...others] = await store.orders()
    expect(others).toEqual([])
    for (const { status, data } of answers) {
      expect([status, data.redirect_url]).toEqual([
        200,
        expect.stringContaining(order!.id),
      ])
    }
    // The others had read the row before it was tried.
    expect(await store.row(reference)).toMatchObject({ settle_attempts: 1 })
  })

  it("places one order when the shopper completes the cart at the same moment", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await payUnheard(reference)
    const [callback, completion] = await Promise.all([
      store.deliver(paid(reference)),
      complete(cartId),
    ])
    const [order, ...others] = await store.orders()
    expect(others).toEqual([])
    expect(callback.data.redirect_url).toContain(order!.id)
    expect(completion.data.order?.id ?? order!.id).toBe(order!.id)
    expect(order!.payment_collections[0]!.payments).toHaveLength(1)
  })

  const changedAndChangedBack = async (cartId: string) => {
    const { data } = await oneMore(cartId)
    const [item] = data.cart.items
    await store.post(`/store/carts/${cartId}/line-items/${item.id}`, {
      quantity: 3,
    })
  }
  it.each([
    ["a change of the cart had deleted the session", changedAndChangedBack],
    [
      "the shopper chose another payment method after paying",
      (cartId: string) => chosen(cartId, TRANSFER),
    ],
  ])("places the order although %s", async (_, change) => {
    const { cartId, reference, sessionId } = await store.beginCheckout()
    await change(cartId)
    await store.deliver(paid(reference))
    const [order, ...others] = await store.orders()
    expect(others).toEqual([])
    expect(await store.row(reference)).toMatchObject({
      ...{ outcome: "placed", order_id: order!.id },
    })
    for (const id of [sessionId, cartId]) {
      expect(await told(id)).toMatchObject({
        ...{ status: "paid", order_id: order!.id },
      })
    }
  })

  it("answers 503 while it cannot write, also to duplicates, and takes the deliveries after it", async () => {
    const { reference: settled } = await store.buy()
    const { reference } = await store.beginCheckout()
    const deliver = (of: string) => store.deliver(paid(of))
    await deliver(settled)
    const refused = await without("instalments_callback", () =>
      Promise.all([settled, settled, reference].map(deliver))
    )
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503])
    expect(await store.row(reference)).toMatchObject({ status: "received" })
    for (const one of [settled, reference]) {
      expect((await deliver(one)).status).toBe(200)
    }
    const kept = await store.ledger.listCallbacks({ reference: settled })
    expect(kept.map(({ deliveries }) => deliveries)).toContain(2)
    expect(await store.orders()).toHaveLength(2)
  })

  it("settles after a restart what was recorded when the process was killed", async () => {
    const { reference } = await store.beginCheckout()
    const body = Buffer.from(JSON.stringify(paid(reference)))
    await store.ledger.callbacks.record(readCallback(body)!)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await store.orders()).toHaveLength(1)
  })

  it("changes nothing for a cancellation after the payment, and flags it", async () => {
    const { reference } = await store.buy()
    const status = "cancelled"
    const said = { client_reference_id: reference, status }
    expect((await store.deliver(said)).status).toBe(200)
    expect(await store.row(reference)).toMatchObject({
      ...{ status: "successful", outcome: "placed" },
    })
    const [flagged] = await store.ledger.listCallbacks({ reference, status })
    expect(flagged!.held_reason).toContain("the payment stands")
  })

  it("does not believe a payment after a cancellation before the service confirms it; a person is told meanwhile", async () => {
    const { reference } = await store.beginCheckout()
    await store.sandbox.cancel(reference)
    expect((await store.deliver(paid(reference))).status).toBe(200)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ status: "cancelled" })
    expect(await heldCallbacks()).toMatchObject([
      {
        reference,
        text: expect.stringContaining("successful after it said cancelled"),
      },
    ])
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference, { force: true })
    await store.deliver({ ...paid(reference), number_of_payments: 6 })
    // It was checked a moment ago; the job does not wait for that pause.
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await store.ledger.attention.read()).toEqual([])
  })

  it("asks the service before it believes a callback of another amount", async () => {
    const { reference } = await store.beginCheckout()
    const other = { ...paid(reference), amount: 100 }
    expect((await store.deliver(other)).status).toBe(200)
    expect(await store.row(reference)).toMatchObject({ status: "received" })
    expect(await heldCallbacks()).toMatchObject([
      { reference, text: expect.stringContaining("another amount") },
    ])
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await store.ledger.attention.read()).toEqual([])
  })

  describe("an order that only a callback made, signed by somebody who has the client secret,", () => {
    /** The service's 400 quotes the signature that it expects of any body. */
    async function forged() {
      const { reference } = await store.beginCheckout()
      const body = JSON.stringify(paid(reference))
      const refused = await fetch(`${store.sandbox.url}/api/checkouts`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${secrets.clientSecret}`,
          "content-type": "application/json",
          "x-signature": "x",
        },
        body,
      })
      const [signature] = /[\w+/]{86}==/.exec(await refused.text())!
      await store.deliver(body, { "x-signature": signature })
      const row = await store.row(reference)
      expect(row).toMatchObject({ outcome: "placed" })
      await store.passTime(9 * MINUTE)
      await store.runJob("reconcile")
      expect(await store.ledger.attention.read()).toEqual([])
      await store.passTime(MINUTE)
      return row
    }
    const readPage = async () => {
      const begunAt = new Date(store.ledger.now())
      await store.ledger.readings.keep("checkouts", {
        page: { number: 1, items: 100 },
        ...{ begunAt, backTo: begunAt, seen: null },
      })
      await readNextPage(store.container)
    }
    it.each([
      ["the job's check", () => store.runJob("reconcile")],
      ["a page that the job reads", readPage],
      [
        "Check now",
        (id: string) =>
          store.adminPost(`/admin/instalments/checkouts/${id}/check`),
      ],
    ])("is an alert with its amount after %s", async (_, check) => {
      const { id, order_id, amount } = await forged()
      await check(id)
      expect(await store.ledger.attention.read()).toMatchObject([
        {
          ...{ kind: "denied-payment", reference: id, order_id, amount },
          text: expect.stringContaining("service says: received"),
        },
      ])
    })
  })

  it.each([
    ["another amount", { amount: 100 }, "other-amount"],
    ["another currency", { currency: "USD" }, "denied-payment"],
  ])(
    "is an alert when the service confirms it with %s",
    async (_, other, kind) => {
      const { reference } = await store.beginCheckout()
      const { checkout_id } = await store.row(reference)
      Object.assign(store.sandbox.checkouts.get(checkout_id!)!, other)
      await payUnheard(reference)
      await store.deliver(paid(reference))
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      await store.passTime(11 * MINUTE)
      await store.runJob("reconcile")
      expect(await store.ledger.attention.read()).toMatchObject([
        { kind, reference },
      ])
    }
  )

  it("of another amount that says cancelled, as the service does, leads to no page and waits for nobody", async () => {
    const { reference, cartId, sessionId } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.cancel(reference)
    const cancelled = { client_reference_id: reference, status: "cancelled" }
    for (const amount of ["1399.55", "1399.550"]) {
      const { data } = await store.deliver({ ...cancelled, amount })
      expect(data).toEqual({})
      expect((await told(sessionId)).status).toBe("cancelled")
    }
    expect(await heldCallbacks()).toEqual([])
    expect((await chosen(cartId)).data.reference).not.toBe(reference)
  })

  it("is asked about once when the service confirms what a callback told", async () => {
    const asked = () =>
      store.sandbox.journal.counts["GET /api/checkouts/:id"] ?? 0
    await store.buy()
    const before = asked()
    for (let n = 0; n < 3; n++) {
      await store.passTime(10 * MINUTE)
      await store.runJob("reconcile")
    }
    expect(asked() - before).toBe(1)
    expect(await store.ledger.attention.read()).toEqual([])
  })

  it("keeps and holds, with 200, a verified callback that it does not understand or know the reference of", async () => {
    const unknown = JSON.stringify(paid("another-environment"))
    const odd = ["not json", "[]", '{"client_reference_id":5}', "null", ""]
    for (const body of [unknown, ...odd]) {
      expect([body, (await store.deliver(body)).status]).toEqual([body, 200])
    }
    const kept = await store.ledger.listCallbacks({})
    expect(kept).toHaveLength(1 + odd.length)
    expect(kept.map(({ held_reason }) => held_reason)).not.toContain(null)
    expect(kept).toContainEqual(
      expect.objectContaining({
        reference: "another-environment",
        held_reason: expect.stringContaining("No checkout of this store"),
        body: expect.stringContaining("another-environment"),
      })
    )
  })

  it("does not believe, only counts, and answers 401 to what is not signed with its key over its body", async () => {
    const { reference } = await store.beginCheckout()
    const body = JSON.stringify(paid(reference))
    const sign = (text: string, key = KEY) =>
      createHmac("sha512", key).update(text)
    const pretty = JSON.stringify(JSON.parse(body), null, 2)
    const signatures = [
      ...["c2hvcnQ=", "%%%", sign(body).digest("hex")],
      sign("{}").digest("base64"),
      sign(body, "other").digest("base64"),
      sign(pretty).digest("base64"),
    ]
    const headers = [
      {},
      ...signatures.map((signature) => ({ "x-signature": signature })),
    ]
    for (const header of headers) {
      const { status } = await store.deliver(body, header)
      expect([header, status]).toEqual([header, 401])
    }
    expect(await store.ledger.listCallbacks({})).toEqual([])
    expect(await store.row(reference)).toMatchObject({ status: "received" })
    expect(await counted()).toBe(headers.length)
  })

  let quiet = 0
  /** What is written to the log as a warning or an error meanwhile. */
  const logged = async () => {
    // Of some lines there is one a minute, and another test may have had it.
    await store.passTime((quiet += 2 * MINUTE))
    const logger = store.container.resolve("logger")
    const levels = [jest.spyOn(logger, "warn"), jest.spyOn(logger, "error")]
    levels.forEach((level) => level.mockImplementation(() => {}))
    return () => levels.flatMap(({ mock }) => mock.calls.map(String))
  }

  it("places the order of a compressed callback that begins with a byte order mark, signed over its text", async () => {
    const { reference } = await store.beginCheckout()
    const text = JSON.stringify(paid(reference))
    const { status } = await store.api.post(
      "/hooks/instalments",
      gzipSync(`\uFEFF${text}`),
      {
        headers: {
          "content-type": "application/json",
          "content-encoding": "gzip",
          ...signTestCallback(text, KEY),
        },
      }
    )
    expect(status).toBe(200)
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  it("reads 1 MiB; what is longer, or bursts when it is inflated, is answered 413, written to the log once a minute, and counted", async () => {
    const lines = await logged()
    const { reference } = await store.beginCheckout()
    const padded = (size: number) => {
      const text = JSON.stringify({ ...paid(reference), pad: "" })
      return text.replace(
        '"pad":""',
        `"pad":"${"x".repeat(size - text.length)}"`
      )
    }
    expect((await store.deliver(padded(1_048_577))).status).toBe(413)
    const bomb = await store.api.post(
      "/hooks/instalments",
      gzipSync(padded(1_048_577)),
      {
        headers: { "content-encoding": "gzip" },
        validateStatus: () => true,
      }
    )
    expect(bomb.status).toBe(413)
    // It is answered first.
    expect(await eventually(async () => (await counted()) === 2)).toBe(true)
    expect(lines()).toEqual([
      expect.stringContaining(
        "could not be read: A callback has at most 1 MiB"
      ),
    ])
    expect((await store.deliver(padded(1_048_576))).status).toBe(200)
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  it("takes what a parser before it has kept of a body, and has sent again what it has not: 503, a line of the log and a count", async () => {
    const lines = await logged()
    const through = async (rawBody?: Buffer) => {
      const req = Readable.from([Buffer.from("{}")])
      await req.toArray()
      Object.assign(req, { rawBody, scope: store.container })
      return new Promise<unknown>((done) => {
        const res = {
          status: (status: number) => ({ json: () => done(status) }),
        }
        const next = () => done("next")
        void readRawBody(
          req as unknown as MedusaRequest,
          res as unknown as MedusaResponse,
          next
        )
      })
    }
    expect(await through(Buffer.from("{}"))).toBe("next")
    expect(await through()).toBe(503)
    expect(await eventually(async () => (await counted()) === 1)).toBe(true)
    expect(lines()).toEqual([expect.stringContaining("has consumed the body")])
  })

  it("checks soon, and not in an hour, what a verified callback names that it cannot read", async () => {
    const { reference } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    const form = `client_reference_id=${reference}&status=successful`
    expect((await store.deliver(form)).status).toBe(200)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  it("writes a line an hour of what comes to Medusa's built-in hook", async () => {
    const lines = await logged()
    const provider = new InstalmentsPaymentProvider({
      logger: store.container.resolve("logger"),
      query: store.container.resolve("query"),
      instalments: store.ledger,
    })
    for (let n = 0; n < 20; n++) {
      await provider.getWebhookActionAndData()
    }
    expect(lines()).toEqual([
      expect.stringContaining(
        `notify_url is ${store.ledger.options.backendUrl}`
      ),
    ])
    await store.passTime(60 * MINUTE)
    await provider.getWebhookActionAndData()
    expect(lines()[1]).toContain("(19 more like it since the last one)")
  })

  it("settles by what the service says when a callback is signed by another scheme, and the log says which options fit", async () => {
    store.sandbox.set({
      callbacks: { signature: { algorithm: "sha256", encoding: "hex" } },
    })
    const { reference } = await store.beginCheckout()
    const logger = store.container.resolve("logger")
    const warn = jest.spyOn(logger, "warn").mockImplementation(() => {})
    const { redirect_url } = await store.sandbox.pay(reference)
    const [order] = await store.orders()
    expect(redirect_url).toContain(order!.id)
    const { request, response } = store.sandbox.callbacks.at(-1)!
    expect(response!.status).toBe(200)

    const lines = warn.mock.calls.map(([line]) => String(line))
    warn.mockRestore()
    expect(lines).toContainEqual(
      expect.stringMatching(
        /could not be verified.*Set callback\.algorithm: sha256, callback\.encoding: hex, and restart\./
      )
    )
    const { data } = await store.adminGet("/admin/instalments/attention")
    expect(data.attention).toMatchObject([
      { key: "unverified-callbacks", count: 1 },
    ])
    const kept = JSON.stringify(await store.ledger.listKeptValues({}))
    expect(kept).not.toContain(reference)
    expect(kept).not.toContain(request.headers["x-signature"])
    expect(await store.ledger.listCallbacks({})).toEqual([])
  })

  describe("a flood of callbacks that are not believed", () => {
    const deliver = () => store.deliver(paid("nobody's"), {})

    it("is counted completely, and has one line in the log a minute", async () => {
      const logger = store.container.resolve("logger")
      const warn = jest.spyOn(logger, "warn").mockImplementation(() => {})
      await store.passTime(2 * MINUTE)
      await Promise.all(Array.from({ length: 50 }, deliver))
      expect(await counted()).toBe(50)
      await store.passTime(MINUTE)
      await deliver()
      const lines = warn.mock.calls.map(([line]) => String(line))
      const ours = lines.filter((line) => line.includes("was not believed"))
      expect(ours).toHaveLength(2)
      expect(ours[1]).toMatch(/\(49 more like it .*reference="nobody's"/)
    })

    it("is answered 401 while the database cannot count, and counted again after", async () => {
      const answer = await without("instalments_kept_value", deliver)
      expect(answer.status).toBe(401)
      await deliver()
      expect(await counted()).toBe(1)
    })
  })
})
