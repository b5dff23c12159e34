import type { Sandbox } from ".."
import { call, checkoutBody, control, create, start } from "./sandbox-client"

describe("faults", () => {
  let sandbox: Sandbox
  let id: string
  beforeEach(async () => {
    sandbox = await start({ limits: { enabled: false } })
    id = await create(sandbox)
    sandbox.journal.clear()
  })
  afterEach(() => sandbox.close())

  const config = () => call(sandbox, "GET", "/api/config")
  const post = () => call(sandbox, "POST", "/api/checkouts", checkoutBody())

  it("down cuts the connection and processes nothing", async () => {
    sandbox.reset()
    sandbox.fault({ kind: "down" })
    await expect(post()).rejects.toThrow()
    expect(sandbox.checkouts.size).toBe(0)
    expect(sandbox.journal.requests[0]).toMatchObject({
      status: null,
      fault: "down",
    })
  })

  it("lost_answer processes the request and cuts the connection", async () => {
    sandbox.reset()
    sandbox.fault({ kind: "lost_answer", method: "POST", times: 1 })
    await expect(post()).rejects.toThrow()
    expect(sandbox.checkouts.size).toBe(1)
    expect((await post()).status).toBe(201)
  })

  it("error answers 500, or the status asked for", async () => {
    sandbox.fault({ kind: "error", times: 1 })
    sandbox.fault({ kind: "error", status: 503 })
    expect((await config()).status).toBe(500)
    expect((await config()).status).toBe(503)
  })

  it("truncated sends half of the JSON with 200", async () => {
    sandbox.fault({ kind: "truncated" })
    const response = await fetch(`${sandbox.url}/api/config`)
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text.length).toBeGreaterThan(0)
    expect(() => JSON.parse(text)).toThrow()
  })

  it("rate_limit answers 429 with its seconds, and is no violation", async () => {
    sandbox.fault({ kind: "rate_limit", seconds: 17 })
    const { status, detail } = await config()
    expect(status).toBe(429)
    expect(detail).toBe("Rate limit exceeded. Try again in 17 seconds")
    expect(sandbox.journal.violations).toEqual({})
  })

  it("slow holds the answer back", async () => {
    sandbox.fault({ kind: "slow", ms: 60 })
    const started = performance.now()
    expect((await config()).status).toBe(200)
    expect(performance.now() - started).toBeGreaterThanOrEqual(55)
  })

  it("wrong_types keeps the shape and spoils the values", async () => {
    sandbox.fault({ kind: "wrong_types" })
    const { body } = await call(sandbox, "GET", `/api/checkouts/${id}`)
    expect(body.data!.attributes).toEqual({
      amount: "139955",
      currency: 3,
      status: 8,
      created_at: 24,
    })
  })

  it("other_values answers these attributes of one resource", async () => {
    const attributes = { status: "processing", amount: 1 }
    sandbox.fault({ kind: "other_values", attributes })
    const { body } = await call(sandbox, "GET", `/api/checkouts/${id}`)
    expect(body.data!.attributes).toMatchObject({
      ...{ currency: "ZAR", created_at: expect.any(String) },
      ...attributes,
    })
  })

  it("applies to the path and all below it, or to the path only", async () => {
    const one = () => call(sandbox, "GET", `/api/checkouts/${id}`)
    const remove = sandbox.fault({ kind: "error", path: "/api/checkouts" })
    expect((await one()).status).toBe(500)
    expect((await config()).status).toBe(200)
    remove()
    sandbox.fault({ kind: "error", path: "/api/checkouts", exact: true })
    expect((await one()).status).toBe(200)
    expect((await call(sandbox, "GET", "/api/checkouts")).status).toBe(500)
  })

  it("applies to its method only, and never to the control interface", async () => {
    sandbox.fault({ kind: "down", method: "POST" })
    expect((await config()).status).toBe(200)
    sandbox.fault({ kind: "down", path: "/" })
    expect((await control(sandbox, "GET", "/state")).status).toBe(200)
  })

  it("is set and removed over HTTP", async () => {
    const fault = { kind: "error", path: "/api/config", times: 3 }
    const { body } = await control(sandbox, "POST", "/faults", fault)
    expect((await config()).status).toBe(500)
    const state = await control(sandbox, "GET", "/state")
    expect(state.body.faults).toEqual([{ ...fault, times: 2, id: body.id }])
    await control(sandbox, "DELETE", `/faults/${String(body.id)}`)
    expect((await config()).status).toBe(200)
    await control(sandbox, "POST", "/faults", fault)
    await control(sandbox, "DELETE", "/faults")
    expect((await config()).status).toBe(200)
    const wrong = await control(sandbox, "POST", "/faults", { kind: "odd" })
    expect(wrong.status).toBe(400)
  })
})
