import { request } from "node:http"
import { startSandbox, type Sandbox } from ".."
import { checkoutBody, KEYS, signed, start } from "./sandbox-client"

/** The status of a request that calls the sandbox by this name. */
function statusFor(sandbox: Sandbox, host: string, path: string) {
  const { port } = sandbox
  return new Promise<number | undefined>((answered, reject) => {
    request({ host: "127.0.0.1", port, path, headers: { host } }, (res) => {
      res.resume()
      answered(res.statusCode)
    })
      .on("error", reject)
      .end()
  })
}

describe("the names that the sandbox goes by", () => {
  let sandbox: Sandbox
  afterEach(() => sandbox.close())

  it.each(["localhost:4010", "127.0.0.1:4010", "[::1]:4010"])(
    "are this machine's, like %s, and no other",
    async (host) => {
      sandbox = await start()
      for (const path of ["/", "/sandbox/state", "/docs/api/v2"]) {
        expect(await statusFor(sandbox, host, path)).toBe(200)
        expect(await statusFor(sandbox, "sandbox:4010", path)).toBe(403)
        expect(await statusFor(sandbox, "shop.example", path)).toBe(403)
      }
    }
  )

  it("are also the one that --host gives it, on all addresses of the machine", async () => {
    sandbox = await startSandbox({ ...KEYS, host: "Sandbox" })
    expect(await statusFor(sandbox, "sandbox:4010", "/sandbox/state")).toBe(200)
    expect(await statusFor(sandbox, "localhost", "/sandbox/state")).toBe(200)
    expect(await statusFor(sandbox, "other", "/sandbox/state")).toBe(403)
    const another = `http://127.0.0.2:${sandbox.port}/sandbox/state`
    expect((await fetch(another)).status).toBe(200)
  })

  it.each([
    ["http://backend:9000/hooks", 201],
    ["http://host.docker.internal:9000/hooks", 201],
    ["http://192.168.1.20:9000/hooks", 201],
    ["http://11.0.0.1:9000/hooks", 422],
  ])("callbacks may go to %s: %i", async (notify_url, status) => {
    sandbox = await start()
    const body = checkoutBody({ notify_url })
    expect((await signed(sandbox, "/api/checkouts", body)).status).toBe(status)
  })
})
