import { request, type IncomingHttpHeaders } from "node:http"
import type { Sandbox } from ".."
import { create, KEYS, start } from "./sandbox-client"

const JSON_TYPE = { "content-type": "application/json" }

describe("requests that another page makes a browser send", () => {
  let sandbox: Sandbox
  let id: string
  beforeEach(async () => {
    sandbox = await start({ limits: { enabled: false } })
    id = await create(sandbox)
  })
  afterEach(() => sandbox.close())

  /** Sends any header; `fetch` would not send another `Host`. */
  function send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body = ""
  ) {
    const { port } = sandbox
    const options = { host: "127.0.0.1", port, method, path, headers }
    return new Promise<{
      status: number | undefined
      headers: IncomingHttpHeaders
      text: string
    }>((resolve, reject) => {
      const req = request(options, (res) => {
        let text = ""
        res.on("data", (chunk) => (text += String(chunk)))
        res.on("end", () =>
          resolve({ status: res.statusCode, headers: res.headers, text })
        )
      })
      req.on("error", reject)
      req.end(body)
    })
  }
  const own = () => `http://127.0.0.1:${sandbox.port}`
  const pay = (headers: Record<string, string>, body = "") =>
    send("POST", `/sandbox/checkouts/${id}/pay`, headers, body)
  const status = () => sandbox.checkouts.get(id)!.status

  it.each([
    "localhost",
    "localhost:4010",
    "LOCALHOST:4010",
    "127.0.0.1:4010",
    "[::1]:4010",
    "pay.shop.localhost:4010",
  ])("answers as %s", async (host) => {
    const answer = await send("GET", "/sandbox/state", { host })
    expect(answer.status).toBe(200)
  })

  it.each([
    "rebound.attacker.example:4010",
    "localhost.attacker.example",
    "attacker-localhost",
    "127.0.0.1.nip.io:4010",
    "192.168.1.20:4010",
    "localhost:4010@attacker.example",
    ".localhost",
  ])("refuses to be %s, whatever is asked (DNS rebinding)", async (host) => {
    const authorization = `Bearer ${KEYS.clientSecret}`
    for (const path of ["/sandbox/state", "/", `/pay/${id}`, "/api/config"]) {
      const answer = await send("GET", path, { host, authorization })
      expect([400, 403]).toContain(answer.status)
      expect(answer.text).not.toContain("order-1")
    }
    expect(sandbox.journal.requests).toHaveLength(1)
  })

  it("names the hosts that it answers to", async () => {
    const { status, text } = await send("GET", "/", { host: "shop.example" })
    expect(status).toBe(403)
    expect(text).toContain('does not answer as \\"shop.example\\"')
    expect(text).toContain("Ask it as localhost")
  })

  it.each([
    "https://attacker.example",
    "http://localhost:8000",
    "http://localhost",
    "null",
    "",
  ])("lets no page of the origin %p control it", async (origin) => {
    for (const [method, path] of [
      ["POST", `/sandbox/checkouts/${id}/pay`],
      ["POST", "/sandbox/reset"],
      ["PUT", "/sandbox/settings"],
      ["DELETE", "/sandbox/faults"],
    ] as const) {
      const answer = await send(method, path, { origin })
      expect(answer.status).toBe(403)
      expect(answer.text).toContain("must not change the sandbox")
    }
    expect(status()).toBe("received")
  })

  it("can be controlled by its own pages, and by programs without an origin", async () => {
    const body = '{"number_of_payments":3}'
    expect((await pay({ origin: own(), ...JSON_TYPE }, body)).status).toBe(200)
    expect((await send("POST", "/sandbox/reset")).status).toBe(200)
    expect((await send("DELETE", "/sandbox/faults")).status).toBe(200)
  })

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain; application/json",
    "",
  ])("takes no body of the type %p, as forms send it", async (type) => {
    const answer = await pay({ "content-type": type }, '{"force":true}')
    expect(answer.status).toBe(415)
    expect(answer.text).toContain("content-type: application/json")
    expect(status()).toBe("received")
  })

  it.each(["application/json", "Application/JSON; charset=utf-8"])(
    "takes a body of the type %s",
    async (type) => {
      const answer = await pay({ "content-type": type }, '{"force":true}')
      expect(answer.status).toBe(200)
    }
  )

  it("allows no other origin by CORS", async () => {
    const origin = "https://attacker.example"
    const asked = { origin, "access-control-request-method": "PUT" }
    for (const answer of [
      await send("OPTIONS", "/sandbox/settings", asked),
      await send("GET", "/sandbox/state", { origin }),
    ]) {
      expect(Object.keys(answer.headers).join()).not.toContain("access-control")
    }
  })

  it.each([
    ["its own origin", () => own()],
    ["none, as in a frame that is sandboxed", () => "null"],
  ])("takes the payment page's forms with %s", async (_, origin) => {
    const form = { "content-type": "application/x-www-form-urlencoded" }
    const headers = { ...form, origin: origin() }
    const { status, headers: sent } = await send(
      "POST",
      `/pay/${id}/mobile`,
      headers,
      "mobile_number=0821234567"
    )
    expect([status, sent.location]).toEqual([303, `/pay/${id}`])
    expect(sandbox.checkouts.get(id)!.page.step).toBe("term")
  })

  it("lets no other page cancel for the shopper", async () => {
    const origin = "https://attacker.example"
    const answer = await send("POST", `/pay/${id}/cancel`, { origin })
    expect(answer.status).toBe(403)
    expect(status()).toBe("received")
  })

  it("refuses a name that a control route does not know", async () => {
    const answer = await pay(JSON_TYPE, '{"number_of_payment":3}')
    expect(answer.status).toBe(400)
    expect(answer.text).toContain("number_of_payment")
    expect(status()).toBe("received")
  })

  it("reads a body that comes in pieces without a length", async () => {
    const headers = { ...JSON_TYPE, "transfer-encoding": "chunked" }
    const wide = `{"reason":"${"x".repeat(300_000)}"}`
    const path = `/sandbox/checkouts/${id}/decline`
    expect((await send("POST", path, headers, wide)).status).toBe(413)
    expect((await send("POST", path, headers, "{}")).status).toBe(200)
  })
})
