import type { Sandbox } from ".."
import { Limiter, type Endpoint } from "../limits"
import { call, create, signed, start } from "./sandbox-client"

describe("a sliding window", () => {
  /** The seconds to wait that each of these requests is told, 0 when it passes. */
  function count(endpoint: Endpoint, ...seconds: number[]) {
    const limiter = new Limiter()
    return seconds.map((second) => {
      try {
        limiter.count(endpoint, second * 1000, "sandbox")
        return 0
      } catch (error) {
        return Number(/\d+/.exec(String(error))?.[0])
      }
    })
  }

  it("refuses the sixth request within the hour and says when to come", () => {
    const minutes = [0, 10, 20, 30, 40, 50]
    // The window of minutes 10 to 50 is full, the refused request included.
    expect(
      count("GET /api/config", ...minutes.map((minute) => minute * 60))
    ).toEqual([0, 0, 0, 0, 0, 20 * 60])
  })

  it("slides: it forgets each request that is older than the window", () => {
    const seconds = [0, 1, 2, 3, 30, 60, 60.5]
    expect(count("GET /api/checkouts/:id", ...seconds)).toEqual([
      ...[0, 0, 0, 0, 0, 0, 2],
    ])
  })

  it("counts refused requests too", () => {
    expect(count("GET /api/refunds", 0, 59, 118, 178)).toEqual([0, 60, 60, 0])
  })
})

describe("the limits of the API", () => {
  let sandbox: Sandbox
  beforeEach(async () => {
    sandbox = await start({ limits: { clock: "sandbox" } })
  })
  afterEach(() => sandbox.close())

  it.each([
    ["/api/config", 5, 3_600_000],
    ["/api/checkouts/none", 5, 60_000],
    ["/api/checkouts", 1, 60_000],
    ["/api/refunds", 1, 60_000],
  ])("lets GET %s through %d times in %d ms", async (path, limit, ms) => {
    for (let i = 0; i < limit; i++) {
      expect((await call(sandbox, "GET", path)).status).not.toBe(429)
    }
    const refused = await call(sandbox, "GET", path)
    expect(refused.status).toBe(429)
    expect(refused.detail).toMatch(
      /^Rate limit exceeded\. Try again in \d+ seconds$/
    )
    await sandbox.advance(ms)
    expect((await call(sandbox, "GET", path)).status).not.toBe(429)
  })

  it("lets one POST /api/refunds through in a second", async () => {
    const ask = () => signed(sandbox, "/api/refunds", { checkout_id: "x" })
    expect((await ask()).status).toBe(404)
    expect((await ask()).detail).toBe(
      "Rate limit exceeded. Try again in 1 seconds"
    )
  })

  it("sets no limit on creating checkouts", async () => {
    for (let i = 0; i < 8; i++) {
      await create(sandbox)
    }
    expect(sandbox.checkouts.size).toBe(8)
  })

  it("counts the breaches of each endpoint in the journal", async () => {
    await call(sandbox, "GET", "/api/refunds")
    await call(sandbox, "GET", "/api/refunds?page[number]=2")
    expect(sandbox.journal.counts).toEqual({ "GET /api/refunds": 2 })
    expect(sandbox.journal.violations).toEqual({ "GET /api/refunds": 1 })
    expect(sandbox.journal.requests[1]).toMatchObject({
      method: "GET",
      path: "/api/refunds?page[number]=2",
      status: 429,
    })
  })

  it("does not move with the sandbox clock when on the real one", async () => {
    sandbox.set({ limits: { clock: "real" } })
    await call(sandbox, "GET", "/api/refunds")
    await sandbox.advance(3_600_000)
    expect((await call(sandbox, "GET", "/api/refunds")).status).toBe(429)
  })

  it("does not spend a limit on a request with bad credentials", async () => {
    const headers = { authorization: "Bearer wrong" }
    const bad = await call(sandbox, "GET", "/api/refunds", undefined, headers)
    expect(bad.status).toBe(401)
    expect((await call(sandbox, "GET", "/api/refunds")).status).toBe(200)
  })
})
