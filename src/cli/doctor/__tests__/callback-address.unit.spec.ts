import type { RequestListener } from "node:http"
import { examineCallbackAddress } from "../examine"
import { listen } from "./listen"
import { optionsWith } from "./options"

const OURS = { message: "The callback carries no X-Signature header." }

async function look(answer: RequestListener, scheme?: "https") {
  const backend = await listen(answer, scheme)
  const found = await examineCallbackAddress(
    optionsWith({ backendUrl: backend.url })
  )
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
    const found = await examineCallbackAddress({
      ...optionsWith({ backendUrl: backend.url }),
      environment: "production",
    })
    await backend.close()
    expect(found).toMatchObject({
      state: "wrong",
      saw: expect.stringContaining("Only this network reaches it"),
    })
  })

  it.each([
    ["a firewall", answers(403), /403, as a firewall/],
    ["a wrong address", answers(404), /answers 404/],
    [
      "a redirect",
      answers(308, "", { location: "https://www.shop.example/hooks" }),
      /redirects to https:\/\/www.shop.example/,
    ],
    [
      "a redirect to a login",
      answers(302, "", { location: "https://shop.example/login?next=/" }),
      /behind a login, at https/,
    ],
    [
      "a login of the web server",
      answers(401, "", { "www-authenticate": "Basic" }),
      /behind a login/,
    ],
    [
      "a login page",
      answers(200, '<form><input type="password"></form>'),
      /answers with a login page/,
    ],
    ["a proxy whose backend is down", answers(502), /answers 502/],
    ["something that takes everything", answers(200, "ok"), /answers 200/],
  ])("names %s", async (_, answer, words) => {
    const found = await look(answer)
    expect(found).toMatchObject({
      state: "wrong",
      saw: expect.stringMatching(words),
    })
    expect(found.next).toBeTruthy()
  })

  it("names a self-signed certificate", async () => {
    expect(
      await look(answers(401, JSON.stringify(OURS)), "https")
    ).toMatchObject({
      state: "wrong",
      saw: expect.stringContaining("shows a self-signed certificate"),
    })
  })

  it("names a backend that does not run", async () => {
    const gone = await listen(() => {})
    await gone.close()
    const backendUrl = gone.url
    expect(
      await examineCallbackAddress(optionsWith({ backendUrl }))
    ).toMatchObject({
      state: "wrong",
      saw: expect.stringContaining("nothing listening"),
    })
  })
})
