import { createHmac } from "node:crypto"
import type { Sandbox } from ".."
import { startMerchant } from "./merchant"
import { create, signature, start } from "./sandbox-client"

const MINUTE_MS = 60_000

describe("callbacks", () => {
  let sandbox: Sandbox
  let merchant: Awaited<ReturnType<typeof startMerchant>>
  let id: string
  beforeEach(async () => {
    merchant = await startMerchant()
    sandbox = await start()
    id = await create(sandbox, { notify_url: merchant.notifyUrl })
  })
  afterEach(async () => {
    await sandbox.close()
    await merchant.close()
  })
  const statuses = () =>
    merchant.received.map(({ body }) => JSON.parse(body).status)

  it("tells the merchant who paid, in how many payments, signed", async () => {
    await sandbox.pay("order-1", { numberOfPayments: 6 })
    const [{ body, signature: sig } = { body: "", signature: "" }] =
      merchant.received
    expect(JSON.parse(body)).toEqual({
      client_reference_id: "order-1",
      status: "successful",
      number_of_payments: 6,
      checkout_id: id,
      amount: 139_955,
      currency: "ZAR",
    })
    expect(sig).toBe(signature(body))
  })

  it("leaves the term out when the shopper cancelled without one", async () => {
    await sandbox.cancel(id)
    const body = JSON.parse(merchant.received[0]!.body)
    expect(body.status).toBe("cancelled")
    expect(body).not.toHaveProperty("number_of_payments")
  })

  it("sends no callback for a declined card", async () => {
    await sandbox.decline(id)
    expect(merchant.received).toHaveLength(0)
    expect(sandbox.checkouts.get(id)!.status).toBe("received")
  })

  it.each([
    ['{"redirect_url":"http://localhost:8000/order/7"}', "/order/7"],
    ['{"redirect_url":""}', "/thanks"],
    ['{"redirect_url":"order/7"}', "/thanks"],
    ['{"redirect_url":"javascript:alert(1)"}', "/thanks"],
    ['{"redirect_url":7}', "/thanks"],
    ["not json", "/thanks"],
  ])("after the answer %s the browser goes to %s", async (body, path) => {
    merchant.answer.body = body
    const { redirect_url } = await sandbox.pay(id)
    expect(redirect_url).toBe(`http://localhost:8000${path}`)
  })

  it("goes to the checkout's URL when the answer is no 2xx", async () => {
    merchant.answer.status = 503
    merchant.answer.body = '{"redirect_url":"http://localhost:8000/order/7"}'
    const { redirect_url } = await sandbox.cancel(id)
    expect(redirect_url).toBe("http://localhost:8000/cart")
  })

  it("retries 18 times, further and further apart, then stops", async () => {
    merchant.answer.status = 500
    await sandbox.pay(id)
    expect(sandbox.callbacks).toHaveLength(1)
    await sandbox.advance(2 * MINUTE_MS)
    expect(sandbox.callbacks).toHaveLength(2)
    await sandbox.advance(24 * 60 * MINUTE_MS)
    expect(merchant.received).toHaveLength(19)
    expect(new Set(merchant.received.map(({ body }) => body)).size).toBe(1)
    const times = sandbox.callbacks.map(({ at }) => Date.parse(at))
    const pauses = times.slice(1).map((time, i) => time - times[i]!)
    pauses.forEach((pause, i) =>
      expect(Math.round(pause / MINUTE_MS)).toBe(i + 1)
    )
    const span = (times.at(-1)! - times[0]!) / MINUTE_MS
    expect(span).toBeGreaterThan(165)
    expect(span).toBeLessThan(185)
  })

  it("stops retrying after the merchant has answered 2xx", async () => {
    merchant.answer.status = 503
    await sandbox.pay(id)
    merchant.answer.status = 204
    await sandbox.advance(24 * 60 * MINUTE_MS)
    expect(sandbox.callbacks.map((one) => one.response?.status)).toEqual([
      503, 204,
    ])
  })

  it("treats no answer as a failure, and audits why", async () => {
    sandbox.set({ callbacks: { timeoutMs: 30 } })
    merchant.answer.silent = true
    await sandbox.pay(id)
    await merchant.close()
    sandbox.set({ callbacks: { timeoutMs: MINUTE_MS } })
    await sandbox.advance(MINUTE_MS)
    const [silent, refused] = sandbox.callbacks
    expect(silent).toMatchObject({
      number: 1,
      response: null,
      error: "No answer within 30 ms",
    })
    expect(refused?.error).toMatch(/ECONNREFUSED/)
  })

  it("audits what was sent and what was answered", async () => {
    merchant.answer.body = '{"ok":true}'
    await sandbox.pay(id)
    expect(sandbox.callbacks[0]).toMatchObject({
      checkout_id: id,
      url: merchant.notifyUrl,
      request: merchant.received[0] && {
        headers: { "x-signature": merchant.received[0].signature },
        body: merchant.received[0].body,
      },
      response: { status: 200, body: '{"ok":true}' },
      error: null,
    })
  })

  it("never calls in mode never", async () => {
    sandbox.set({ callbacks: { mode: "never" } })
    await sandbox.pay(id)
    await sandbox.advance(24 * 60 * MINUTE_MS)
    expect(merchant.received).toHaveLength(0)
  })

  it("calls late in mode late, and does not make the shopper wait", async () => {
    sandbox.set({ callbacks: { mode: "late", delayMs: 5 * MINUTE_MS } })
    const { redirect_url } = await sandbox.pay(id)
    expect(redirect_url).toBe("http://localhost:8000/thanks")
    expect(merchant.received).toHaveLength(0)
    await sandbox.advance(5 * MINUTE_MS)
    expect(merchant.received).toHaveLength(1)
  })

  it("sends as many copies as told in mode duplicate", async () => {
    sandbox.set({ callbacks: { mode: "duplicate", count: 5 } })
    await sandbox.pay(id)
    expect(statuses()).toEqual(Array(5).fill("successful"))
  })

  it("sends contradicting callbacks in mode out_of_order", async () => {
    sandbox.set({ callbacks: { mode: "out_of_order" } })
    await sandbox.pay(id)
    expect(statuses()).toEqual(["successful", "cancelled"])
  })

  it("signs wrongly in mode bad_signature", async () => {
    sandbox.set({ callbacks: { mode: "bad_signature" } })
    await sandbox.pay(id)
    const [{ body, signature: sig } = { body: "", signature: "" }] =
      merchant.received
    expect(sig).toHaveLength(88)
    expect(sig).not.toBe(signature(body))
  })

  it("signs by another scheme when told", async () => {
    sandbox.set({
      callbacks: {
        signature: { algorithm: "sha256", encoding: "hex", key: "other" },
      },
    })
    await sandbox.pay(id)
    const { body, signature: sig } = merchant.received[0]!
    expect(sig).toBe(createHmac("sha256", "other").update(body).digest("hex"))
  })

  it("signs the compact form of a body that it prints prettily", async () => {
    sandbox.set({ callbacks: { format: "pretty" } })
    await sandbox.pay(id)
    const { body, signature: sig } = merchant.received[0]!
    expect(body).toContain("\n")
    expect(sig).toBe(signature(JSON.stringify(JSON.parse(body))))
  })

  it("sends any callback by hand and answers what was said", async () => {
    merchant.answer.status = 401
    merchant.answer.body = "no"
    const answer = await sandbox.sendCallback(id, {
      body: { hostile: true },
      signature: "abc",
    })
    expect(answer).toEqual({ status: 401, body: "no", error: null })
    expect(merchant.received).toEqual([
      { body: '{"hostile":true}', signature: "abc" },
    ])
    await sandbox.advance(24 * 60 * MINUTE_MS)
    expect(merchant.received).toHaveLength(1)
  })
})
