import { startSandbox, type Sandbox } from "../../../sandbox"
import { examineService } from "../examine"
import { listen } from "./listen"
import { given, optionsWith } from "./options"

type Changes = Parameters<typeof optionsWith>[0]

describe("the doctor's look at the service", () => {
  let sandbox: Sandbox
  const { clientSecret, signingSecret } = given

  beforeEach(async () => {
    sandbox = await startSandbox({ clientSecret, signingSecret })
  })
  afterEach(() => sandbox.close())

  const options = (changes: Changes = {}) =>
    optionsWith({ baseUrl: sandbox.url, ...changes })
  const examined = async (changes: Changes = {}) => {
    const [service, signature, clock] = await examineService(
      options(changes),
      null
    )
    return { service: service!, signature: signature!, clock: clock! }
  }
  const look = async (changes?: Changes) => (await examined(changes)).service
  const sign = async (changes?: Changes) => (await examined(changes)).signature

  it("finds nothing wrong with the right address and keys", async () => {
    expect(await examined()).toMatchObject({
      service: { state: "ok" },
      signature: { state: "ok" },
      clock: { state: "ok" },
    })
  })

  it("creates nothing by trying the signature", async () => {
    await sign()
    expect(sandbox.refundRequests.size).toBe(0)
    expect(sandbox.checkouts.size).toBe(0)
  })

  it("names a client secret that is refused", async () => {
    const wrong = { clientSecret: "another-client-secret" }
    expect(await look(wrong)).toMatchObject({
      state: "wrong",
      saw: expect.stringContaining("refused the client secret (401)"),
    })
    expect(await sign(wrong)).toMatchObject({ state: "unknown" })
  })

  it("names a signing secret that is refused, and quotes no signature", async () => {
    const found = await sign({ signingSecret: "another-signing-secret" })
    expect(found).toMatchObject({ state: "wrong" })
    expect(found.next).toContain("signingSecret")
    expect(JSON.stringify(found)).not.toMatch(/[A-Za-z0-9+/]{60,}/)
  })

  it("says when it may look again after a rate limit", async () => {
    sandbox.fault({ kind: "rate_limit", seconds: 77 })
    const { service, signature } = await examined()
    for (const found of [service, signature]) {
      expect(found).toMatchObject({
        state: "unknown",
        next: expect.stringContaining("77 seconds"),
      })
    }
  })

  it.each([
    ["error", "answers 500"],
    ["truncated", "not the merchant config"],
    ["wrong_types", "not the merchant config"],
    ["down", "gave no answer (UND_ERR_SOCKET)"],
  ] as const)("names a service with fault %s", async (kind, words) => {
    sandbox.fault({ kind })
    expect(await look()).toMatchObject({
      state: "wrong",
      saw: expect.stringContaining(words),
    })
  })

  it("names an address where nothing listens", async () => {
    const gone = await listen(() => {})
    await gone.close()
    expect(await look({ baseUrl: gone.url })).toMatchObject({
      state: "wrong",
      saw: `${gone.url} gave no answer (ECONNREFUSED).`,
    })
  })

  it.each([
    [302, { location: "https://elsewhere.example/" }, /answers 302/],
    [503, {}, /answers 503/],
    [200, { "content-type": "text/html" }, /not the merchant config/],
  ])("names an address that answers %d", async (status, headers, words) => {
    const other = await listen((_, res) => {
      res.writeHead(status, headers as Record<string, string>).end("<html>")
    })
    const found = await look({ baseUrl: other.url })
    await other.close()
    expect(found).toMatchObject({
      state: "wrong",
      saw: expect.stringMatching(words),
    })
  })

  it("names a self-signed certificate", async () => {
    const other = await listen((_, res) => res.end("{}"), "https")
    const found = await look({ baseUrl: other.url })
    await other.close()
    expect(found).toMatchObject({
      state: "wrong",
      saw: `${other.url} gave no answer (DEPTH_ZERO_SELF_SIGNED_CERT).`,
    })
  })

  it("compares the clocks by the answers' dates", async () => {
    const day = { clockOffset: "P1D" }
    expect((await examined()).clock).toMatchObject({ state: "ok" })
    expect((await examined(day)).clock).toMatchObject({ state: "ok" })
    await sandbox.advance(86_400_000)
    expect((await examined(day)).clock).toMatchObject({ state: "ok" })
    expect((await examined()).clock).toMatchObject({
      state: "wrong",
      saw: expect.stringMatching(/86[34]\d\d\.\d seconds behind/),
    })
  })
})
