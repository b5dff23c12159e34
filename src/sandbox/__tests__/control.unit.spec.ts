import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startSandbox, type Sandbox } from ".."
import { startMerchant } from "./merchant"
import { call, control, create, KEYS, signed, start } from "./sandbox-client"

describe("the control interface", () => {
  let sandbox: Sandbox
  let merchant: Awaited<ReturnType<typeof startMerchant>>
  let id: string
  beforeEach(async () => {
    merchant = await startMerchant()
    sandbox = await start({ limits: { enabled: false } })
    id = await create(sandbox, { notify_url: merchant.notifyUrl })
  })
  afterEach(async () => {
    await sandbox.close()
    await merchant.close()
  })
  const send = (method: string, path: string, body?: unknown) =>
    control(sandbox, method, path, body)

  it("pays by the merchant's reference and answers the redirect", async () => {
    const path = "/checkouts/order-1/pay"
    const { body } = await send("POST", path, { number_of_payments: 12 })
    expect(body).toMatchObject({
      checkout: { id, status: "successful", number_of_payments: 12 },
      redirect_url: "http://localhost:8000/thanks",
    })
    expect(merchant.received).toHaveLength(1)
  })

  it("pays a cancelled checkout only by force", async () => {
    await send("POST", `/checkouts/${id}/cancel`)
    const path = `/checkouts/${id}/pay`
    expect((await send("POST", path)).status).toBe(409)
    expect((await send("POST", path, { force: true })).status).toBe(200)
    expect(
      merchant.received.map(({ body }) => JSON.parse(body).status)
    ).toEqual(["cancelled", "successful"])
  })

  it("sends a callback and answers the merchant's words", async () => {
    merchant.answer.status = 202
    const { body } = await send("POST", `/checkouts/${id}/callback`, {
      status: "successful",
      number_of_payments: 3,
    })
    expect(body).toEqual({ status: 202, body: "{}", error: null })
    expect(sandbox.checkouts.get(id)!.status).toBe("received")
    const audit = await send("GET", "/callbacks")
    expect(audit.body.callbacks).toHaveLength(1)
  })

  it("gives a checkout a status that the service does not know", async () => {
    const path = `/checkouts/${id}/status`
    await send("POST", path, { status: "on_hold" })
    expect(sandbox.checkouts.get(id)!.status).toBe("on_hold")
  })

  it("moves the clock by milliseconds, a duration or to a moment", async () => {
    const now = () => sandbox.now()
    const from = now()
    await send("POST", "/clock", { advance_ms: 1000 })
    await send("POST", "/clock", { advance: "P1DT1H" })
    expect(now() - from).toBeGreaterThanOrEqual(1000 + 25 * 3_600_000)
    const to = new Date(now() + 3_600_000).toISOString()
    const { body } = await send("POST", "/clock", { to })
    expect(String(body.now) >= to).toBe(true)
  })

  it("tells its own time with every answer", async () => {
    await send("POST", "/clock", { advance: "P1D" })
    const { headers } = await fetch(sandbox.url)
    const told = Date.parse(String(headers.get("date")))
    expect(Math.abs(told - sandbox.now())).toBeLessThan(5_000)
  })

  it.each([{}, { to: "2001-01-01T00:00:00Z" }, { advance: "1 hour" }])(
    "does not move the clock for %j",
    async (input) => {
      expect((await send("POST", "/clock", input)).status).toBe(400)
    }
  )

  it("runs what becomes due in the order of time", async () => {
    sandbox.set({ approval: "manual" })
    merchant.answer.status = 500
    await sandbox.pay(id)
    const refund = { checkout_id: id, amount: 1 }
    const { body } = await signed(sandbox, "/api/refunds", refund)
    const refundId = body.data!.id
    await send("POST", `/refund_requests/${refundId}/approve`)
    await send("POST", "/clock", { advance: "PT1M30S" })
    expect(sandbox.callbacks).toHaveLength(2)
    expect(sandbox.refundRequests.get(refundId)!.status).toBe("pending")
    await send("POST", "/clock", { advance: "PT2H" })
    expect(sandbox.refundRequests.get(refundId)!.status).toBe("complete")
    const times = sandbox.callbacks.map(({ at }) => at)
    expect(times).toEqual([...times].sort())
    expect(times.length).toBeGreaterThan(10)
  })

  it("moves refund requests, and refuses moves that do not exist", async () => {
    sandbox.set({ approval: "manual" })
    await sandbox.pay(id)
    const refund = { checkout_id: id, amount: 1 }
    const { body } = await signed(sandbox, "/api/refunds", refund)
    const path = `/refund_requests/${body.data!.id}`
    expect((await send("POST", `${path}/fail`)).body).toMatchObject({
      refund_request: { status: "failed" },
    })
    expect((await send("POST", `${path}/complete`)).status).toBe(409)
    const force = { force: true }
    expect((await send("POST", `${path}/complete`, force)).status).toBe(200)
    expect((await send("POST", `${path}/lose`)).status).toBe(404)
  })

  it("merges settings and refuses what it does not know", async () => {
    const put = (change: unknown) => send("PUT", "/settings", change)
    await put({ callbacks: { mode: "duplicate" }, approval: "manual" })
    expect(sandbox.settings).toMatchObject({
      approval: "manual",
      callbacks: { mode: "duplicate", count: 2, timeoutMs: 15_000 },
    })
    for (const wrong of [
      { aproval: "manual" },
      { approval: "sometimes" },
      { callbacks: { timeoutMs: "soon" } },
      { timeZone: "Nowhere/Else" },
      { rules: {} },
    ]) {
      expect((await put(wrong)).status).toBe(400)
    }
  })

  it("changes no setting when one of them is wrong, and names every wrong one", async () => {
    const { status, body } = await send("PUT", "/settings", {
      approval: "manual",
      callbacks: { count: 5, signature: { algorithm: "md5" } },
      limits: { enabeld: false },
      rules: [{ from_amount: 1, to_amount: 2, terms: "3" }],
    })
    expect(status).toBe(400)
    expect(body.errors).toEqual(
      [
        'The setting "rules.0.terms" must be a list.',
        'The setting "callbacks.signature.algorithm" must be one of: sha512, sha256.',
        'There is no setting "limits.enabeld".',
      ].map((detail) => ({ detail }))
    )
    expect(sandbox.settings).toMatchObject({
      approval: "automatic",
      callbacks: { count: 2 },
    })
  })

  it("resets to nothing, with the settings of the start", async () => {
    await sandbox.pay(id)
    await sandbox.advance(3_600_000)
    sandbox.set({ approval: "manual" })
    sandbox.fault({ kind: "down" })
    await send("POST", "/reset")
    const { body } = await send("GET", "/state")
    expect(body).toMatchObject({
      checkouts: [],
      refund_requests: [],
      faults: [],
      signing_seen: false,
      settings: { approval: "automatic", limits: { enabled: false } },
    })
    expect(Math.abs(sandbox.now() - Date.now())).toBeLessThan(1000)
    expect(sandbox.callbacks).toHaveLength(0)
  })

  it("answers 404 for a checkout and a route that are not there", async () => {
    expect((await send("POST", "/checkouts/none/pay")).status).toBe(404)
    expect((await send("GET", "/nothing")).status).toBe(404)
  })

  it("lets no page of another origin control it", async () => {
    for (const origin of ["https://attacker.example", "null"]) {
      const { status } = await fetch(`${sandbox.url}/sandbox/reset`, {
        method: "POST",
        headers: { origin },
      })
      expect(status).toBe(403)
    }
    expect(sandbox.checkouts.has(id)).toBe(true)
    const headers = { origin: sandbox.url }
    const own = await fetch(`${sandbox.url}/sandbox/state`, { headers })
    expect(own.status).toBe(200)
  })

  it("refuses a name that a route does not know, and a body that is huge", async () => {
    const path = `/checkouts/${id}/pay`
    const typo = await send("POST", path, { number_of_payment: 3 })
    expect(typo.status).toBe(400)
    expect(JSON.stringify(typo.body)).toContain("number_of_payment")
    const wide = await send("POST", path, { reason: "x".repeat(300_000) })
    expect(wide.status).toBe(413)
    expect(sandbox.checkouts.get(id)!.status).toBe("received")
  })

  it("shows itself to a person", async () => {
    const home = await (await fetch(sandbox.url)).text()
    expect(home).toContain(`/pay/${id}`)
    expect(home).toContain("/sandbox/settings")
  })
})

describe("a sandbox with a file", () => {
  it("keeps checkouts, clock, the rule of signing and retries over a restart", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sandbox-"))
    const file = join(folder, "state", "sandbox.json")
    const merchant = await startMerchant()
    merchant.answer.status = 500
    const before = await startSandbox({ ...KEYS, file })
    const id = await create(before, { notify_url: merchant.notifyUrl })
    await before.advance(86_400_000)
    await before.pay(id)
    await before.close()

    merchant.answer.status = 200
    const after = await startSandbox({ ...KEYS, file })
    expect(after.checkouts.get(id)!.status).toBe("successful")
    expect(after.now()).toBeGreaterThan(Date.now() + 86_000_000)
    const unsigned = await call(after, "POST", "/api/refunds", {})
    expect(unsigned.status).toBe(400)
    await after.advance(60_000)
    expect(after.callbacks.map((one) => one.response?.status)).toEqual([
      500, 200,
    ])
    after.reset()
    expect(after.checkouts.size).toBe(0)
    await after.close()
    await merchant.close()

    expect(readFileSync(file, "utf8")).not.toContain(KEYS.signingSecret)
    writeFileSync(file, "no JSON")
    await expect(startSandbox({ ...KEYS, file })).rejects.toThrow(/Remove it/)
    rmSync(folder, { recursive: true })
  })
})
