import { startSandbox, type Sandbox } from "../../../sandbox"
import { examineContract } from "../examine"
import { table } from "../report"
import { listen } from "./listen"
import { given, optionsWith } from "./options"

describe("the doctor's look at the service's own description", () => {
  let sandbox: Sandbox
  const { clientSecret, signingSecret } = given
  beforeEach(async () => {
    sandbox = await startSandbox({ clientSecret, signingSecret })
  })
  afterEach(() => sandbox.close())

  type Bends = NonNullable<Parameters<Sandbox["fault"]>[0]["bends"]>
  const look = (baseUrl = sandbox.url) =>
    examineContract(optionsWith({ baseUrl }), null)
  const bent = (...bends: Bends) => {
    sandbox.fault({ kind: "bent_document", bends })
    return look()
  }

  it("says that it fits", async () => {
    expect(await look()).toEqual([
      {
        ...{ check: "contract", state: "ok" },
        saw: "The service's OpenAPI document fits what this plugin sends and reads.",
      },
    ])
    expect(await bent("openapi_3_0")).toMatchObject([{ state: "ok" }])
    expect(await bent("ten_megabytes")).toMatchObject([{ state: "ok" }])
  })

  it.each<[Bends[number], RegExp]>([
    ["new_status", /status may be "expired"/],
    ["new_field", /expires_at is not in the API specification/],
    ["small_pages", /at most 50/],
    ["tight_limit", /2 in 3600 s/],
  ])("notes what differs and is handled: %s", async (bend, words) => {
    const [summary, ...points] = await bent(bend)
    expect(summary).toMatchObject({
      state: "ok",
      saw: expect.stringContaining("for which this plugin has a decision"),
    })
    expect(points.every(({ state }) => state === "note")).toBe(true)
    expect(points[0]!.saw).toMatch(words)
    expect(points[0]!.next).toBeTruthy()
  })

  it.each<[Bends[number], RegExp]>([
    ["required_field", /body\.checkout\.store_id is required and not sent/],
    ["text_amounts", /amount is string, where integer is read/],
    ["moved_payment_url", /links\.payment_url is where payment_url stands/],
    ["missing_path", /POST \/api\/refunds is used/],
  ])("names what breaks, where, and what to do: %s", async (bend, words) => {
    const [summary, ...points] = await bent(bend)
    expect(summary).toMatchObject({ check: "contract", state: "wrong" })
    expect(points[0]).toMatchObject({
      state: "wrong",
      saw: expect.stringMatching(words),
    })
    expect(table([summary!, ...points])).toContain("found something wrong")
  })

  it.each<[Bends[number], RegExp]>([
    ["web_page", /It is a web page/],
    ["yaml", /It is YAML; only JSON can be read/],
    ["too_large", /more than 10 MB/],
  ])("says why it is none that can be read: %s", async (bend, words) => {
    expect(await bent(bend)).toEqual([
      expect.objectContaining({
        state: "unknown",
        saw: expect.stringMatching(words),
      }),
    ])
  })

  it.each(["error", "truncated", "down"] as const)(
    "says what it saw of a service with fault %s",
    async (kind) => {
      sandbox.fault({ kind, path: "/docs" })
      expect(await look()).toMatchObject([{ state: "unknown" }])
    }
  )

  it("asks with the client secret, and without where it is refused", async () => {
    const asked: (string | undefined)[] = []
    const shy = await listen((req, res) => {
      const { authorization, accept } = req.headers
      expect(accept).toBe("application/json")
      asked.push(authorization)
      res.writeHead(authorization ? 401 : 200).end("{}")
    })
    const [found] = await look(shy.url)
    await shy.close()
    expect(asked).toEqual([`Bearer ${clientSecret}`, undefined])
    expect(found!.saw).toBe("It is JSON, and no OpenAPI document.")
  })

  it.each([
    [401, /answers 401, with the client secret and without it/],
    [404, /answers 404: this environment has no document there/],
    [
      302,
      /redirects \(302\) to https:\/\/login\.example\/in; redirects are not/,
    ],
    [429, /answers 429/],
    [503, /answers 503/],
  ])(
    "says what it saw of an address that answers %d",
    async (status, words) => {
      const location = "https://login.example/in?ticket=secret"
      const other = await listen((_, res) => {
        res.writeHead(status, { location }).end("<html>")
      })
      const found = await look(other.url)
      await other.close()
      expect(found).toMatchObject([
        { state: "unknown", saw: expect.stringMatching(words) },
      ])
      expect(JSON.stringify(found)).not.toContain("ticket")
    }
  )

  it("repeats no secret of a service that answers with what it was sent", async () => {
    const echo = await listen((req, res) => {
      const path = { get: { responses: {} } }
      res.end(
        JSON.stringify({
          openapi: "3.1.0",
          paths: { [`/${req.headers.authorization}`]: path },
          security: [{ [String(req.headers.authorization)]: [] }],
        })
      )
    })
    const found = await look(echo.url)
    await echo.close()
    expect(found[0]).toMatchObject({ state: "wrong" })
    expect(JSON.stringify(found)).not.toContain(clientSecret)
  })
})
