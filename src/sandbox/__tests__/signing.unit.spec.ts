import fc from "fast-check"
import type { Sandbox } from ".."
import { compactJson } from "../signing"
import {
  call,
  checkoutBody,
  control,
  create,
  KEYS,
  signature,
  start,
} from "./sandbox-client"

describe("signed requests", () => {
  let sandbox: Sandbox
  beforeEach(async () => {
    sandbox = await start()
  })
  afterEach(() => sandbox.close())

  const post = (body: string, sig?: string) =>
    call(
      sandbox,
      "POST",
      "/api/checkouts",
      body,
      sig === undefined ? {} : { "x-signature": sig }
    )
  const compact = JSON.stringify(checkoutBody())
  const pretty = JSON.stringify(checkoutBody(), null, 2)

  it("accepts the signature of the compact body", async () => {
    expect((await post(compact, signature(compact))).status).toBe(201)
  })

  it("never matches a pretty-printed body signed as it is", async () => {
    const { status, detail } = await post(pretty, signature(pretty))
    expect(status).toBe(400)
    expect(detail).toBe(
      `Request signature does not match. Expected ${signature(compact)}`
    )
  })

  it("accepts a pretty-printed body signed over its compact form", async () => {
    expect((await post(pretty, signature(compact))).status).toBe(201)
  })

  it("keeps the spelling of numbers when it compacts", async () => {
    const spelt = compact.replace("139955", "139955.0")
    expect((await post(spelt, signature(spelt))).status).toBe(201)
    expect(compactJson('{ "a b" : 1.50 , "c\\" d": [ 1e2 ] }')).toBe(
      '{"a b":1.50,"c\\" d":[1e2]}'
    )
  })

  it.each([
    ["of another key", signature(compact, "another-key")],
    ["in hex", Buffer.from(signature(compact), "base64").toString("hex")],
    ["that is empty", ""],
  ])("refuses a signature %s, also before signing sticks", async (_, sig) => {
    expect((await post(compact, sig)).status).toBe(400)
    expect(sandbox.checkouts.size).toBe(0)
  })

  it("accepts unsigned requests until a signed one was accepted", async () => {
    expect((await post(compact)).status).toBe(201)
    const refused = '{"checkout":{}}'
    expect((await post(refused, signature(refused))).status).toBe(422)
    expect((await post(compact)).status).toBe(201)
    await create(sandbox)
    const { status, detail } = await post(compact)
    expect(status).toBe(400)
    expect(detail).toMatch(
      /^Request signature does not match\. Expected .{86}==/
    )
  })

  it("requires signed refunds from then on too, until a reset", async () => {
    await create(sandbox)
    const ask = () =>
      call(sandbox, "POST", "/api/refunds", { checkout_id: "x" })
    expect((await ask()).status).toBe(400)
    sandbox.reset()
    expect((await ask()).status).toBe(404)
  })

  it("takes two keys while they are exchanged, and then the new one alone", async () => {
    const by = (key: string) => post(compact, signature(compact, key))
    const statuses = async () => [
      (await by("new-key")).status,
      (await by(KEYS.signingSecret)).status,
    ]
    expect(await statuses()).toEqual([400, 201])
    await control(sandbox, "PUT", "/keys", {
      signing_secret: ["new-key", KEYS.signingSecret],
    })
    expect(await statuses()).toEqual([201, 201])
    sandbox.setKeys({ signingSecret: ["new-key"] })
    expect(await statuses()).toEqual([201, 400])
    sandbox.reset()
    expect(await statuses()).toEqual([400, 201])
  })

  it("exchanges client secrets too, and refuses a list that is empty", async () => {
    const read = (secret: string) =>
      call(sandbox, "GET", "/api/config", undefined, {
        authorization: `Bearer ${secret}`,
      })
    sandbox.setKeys({ clientSecret: ["new-secret"] })
    expect((await read("new-secret")).status).toBe(200)
    expect((await read(KEYS.clientSecret)).status).toBe(401)
    const none = await control(sandbox, "PUT", "/keys", { client_secret: [] })
    expect(none.status).toBe(400)
    expect((await read("new-secret")).status).toBe(200)
  })

  it("refuses a body that is no JSON, and one that is huge", async () => {
    expect((await post("{")).status).toBe(400)
    expect((await post(`{"a":"${"x".repeat(300_000)}"}`)).status).toBe(413)
  })
})

it("compacts what was printed prettily to what was printed compactly", () => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 1, max: 4 }), (json, indent) => {
      const value: unknown = JSON.parse(json)
      const pretty = JSON.stringify(value, null, indent)
      expect(compactJson(pretty)).toBe(JSON.stringify(value))
    })
  )
})
