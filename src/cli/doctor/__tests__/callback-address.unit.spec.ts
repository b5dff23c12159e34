import type { RequestListener } from "node:http"
import { probeFinding } from "../../../modules/instalments/health"
import { listen } from "./listen"
import { optionsWith } from "./options"

const OURS = { message: "The callback carries no X-Signature header." }

async function look(answer: RequestListener, scheme?: "https") {
  const backend = await listen(answer, scheme)
  const found = await probeFinding(optionsWith({ backendUrl: backend.url }))
  await backend.close()
  return found
}

const answers =
  (
    status: number,
    body = "",
    headers: Record<string, string> = {}
  ): RequestListener =>
  (_, res) =>
    res.writeHead(status, headers).end(body)

describe("the doctor's look at notify_url", () => {
  it("posts to the plugin's route, and is content with its 401", async () => {
    let asked = ""
    const found = await look((req, res) => {
      asked = `${req.method} ${req.url}`
      res.writeHead(401).end(JSON.stringify(OURS))
    })
    expect(asked).toBe("POST /hooks/instalments")
    // Right, and on this machine only: the real service would not reach it.
    expect(found).toMatchObject({
      state: "note",
      saw: expect.stringContaining("refuses what is not signed (401)"),
    })
  })

  it("finds an address wrong in production that only this machine reaches", async () => {
    const backend = await listen(answers(401, JSON.stringify(OURS)))
    const found = await probeFinding({
      ...optionsWith({ backendUrl: backend.url }),
      environment: "production",
    })
    await backend.close()
    expect(found).toMatchObject({
      state: "error",
      saw: expect.stringContaining("Only this network reaches it"),
    })
  })

  it.each([
    ["a firewall", answers(403), /answers 403/],
    ["a redirect", answers(308, "", { location: "/hooks" }), /answers 308/],
    [
      "a login of the web server",
      answers(401, "", { "www-authenticate": "Basic" }),
      /answers 401; the plugin's 401 was expected/,
    ],
    ["any other server", answers(200, "ok"), /answers 200/],
  ])("names %s", async (_, answer, saw) => {
    expect(await look(answer)).toMatchObject({
      state: "error",
      saw: expect.stringMatching(saw),
    })
  })

  it("names a self-signed certificate", async () => {
    expect(
      await look(answers(401, JSON.stringify(OURS)), "https")
    ).toMatchObject({
      state: "error",
      saw: expect.stringContaining("(DEPTH_ZERO"),
    })
  })

  it("names a backend that does not run", async () => {
    const gone = await listen(() => {})
    await gone.close()
    const backendUrl = gone.url
    expect(await probeFinding(optionsWith({ backendUrl }))).toMatchObject({
      state: "error",
      saw: expect.stringContaining("ECONNREFUSED"),
    })
  })
})
