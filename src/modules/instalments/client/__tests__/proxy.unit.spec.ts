import { createServer, type Server } from "node:http"
import { connect, type AddressInfo } from "node:net"
import { createServer as createTlsServer } from "node:https"
import { SELF_SIGNED } from "../../../../cli/doctor/__tests__/self-signed"
import { optionsWith } from "../../../../cli/doctor/__tests__/options"
import { askService, pageFinding } from "../../health"
import { InstalmentsClient } from "../client"
import { openGate } from "./open-gate"

const VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"]
const RULES = '{"rules":[]}'

const open: Server[] = []
async function listening(server: Server): Promise<number> {
  open.push(server)
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  return (server.address() as AddressInfo).port
}

/** A proxy that notes what it is asked for, and answers plain requests itself. */
async function startProxy({
  answer = RULES,
  tunnel = "opens" as "opens" | "refuses" | "hangs up",
} = {}) {
  const asked: string[] = []
  const server = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`)
    res.end(answer)
  }).on("connect", ({ method, url = "" }, socket) => {
    asked.push(`${method} ${url}`)
    if (tunnel !== "opens") {
      const refusal = "HTTP/1.1 403 Forbidden\r\n\r\n"
      socket.end(tunnel === "refuses" ? refusal : undefined)
      return
    }
    const there = connect(Number(url.split(":")[1]), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n")
      there.pipe(socket).pipe(there)
    })
  })
  return { asked, address: `127.0.0.1:${await listening(server)}` }
}

async function startService() {
  const asked: string[] = []
  const port = await listening(
    createServer((req, res) => {
      asked.push(String(req.url))
      res.end(RULES)
    })
  )
  return { asked, url: `http://127.0.0.1:${port}` }
}

const clients: InstalmentsClient[] = []
function clientOf(baseUrl: string, clientSecret = "client-secret") {
  const keys = { clientSecret: [clientSecret], signingSecret: ["key"] }
  const client = new InstalmentsClient({ baseUrl, ...keys }, openGate)
  clients.push(client)
  return client
}
const refund = { checkout_id: "c1", amount: 100 }
const failed = (client: InstalmentsClient) =>
  client.createRefund(refund).catch((error: unknown) => error)

const before = VARIABLES.flatMap((name) => [name, name.toLowerCase()]).map(
  (name) => [name, process.env[name]] as const
)
beforeEach(() => before.forEach(([name]) => delete process.env[name]))
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
afterAll(() =>
  before.forEach(([name, value]) => {
    if (value !== undefined) {
      process.env[name] = value
    }
  })
)

describe("a proxy that the environment names", () => {
  it.each(["", "http://"])(
    "is asked by client and doctor, written with %j before its name",
    async (scheme) => {
      const service = await startService()
      const proxy = await startProxy()
      process.env.HTTP_PROXY = scheme + proxy.address
      await clientOf(service.url).fetchConfig()
      const options = optionsWith({ baseUrl: service.url })
      await askService(options, null, "GET /api/config")
      await pageFinding("successUrl", `${service.url}/return`, options)
      expect(service.asked).toEqual([])
      expect(proxy.asked).toEqual(
        ["/api/config", "/api/config", "/return"].map(
          (path) => `GET ${service.url}${path}`
        )
      )
    }
  )

  it("is not asked for the hosts in NO_PROXY", async () => {
    const service = await startService()
    const proxy = await startProxy()
    Object.assign(process.env, {
      HTTP_PROXY: `http://${proxy.address}`,
      NO_PROXY: "shop.example,127.0.0.1",
    })
    await clientOf(service.url).fetchConfig()
    const options = optionsWith({ baseUrl: service.url })
    await askService(options, null, "GET /api/config")
    expect([service.asked.length, proxy.asked.length]).toEqual([2, 0])
  })

  it("has no larger answers than the service", async () => {
    const proxy = await startProxy({ answer: " ".repeat(5 * 1024 * 1024) })
    process.env.HTTP_PROXY = proxy.address
    await expect(
      clientOf("http://service.example").fetchConfig()
    ).rejects.toThrow("UND_ERR_RES_EXCEEDED_MAX_SIZE")
  })

  it.each([
    ["refuses", "Proxy response (403)"],
    ["hangs up", "The proxy opened no tunnel: UND_ERR_SOCKET"],
  ] as const)(
    "that %s when it is to open a tunnel leaves nothing in doubt, and the doctor says so",
    async (tunnel, words) => {
      const proxy = await startProxy({ tunnel })
      process.env.HTTPS_PROXY = proxy.address
      const baseUrl = "https://service.example"
      const error = await failed(clientOf(baseUrl))
      expect(error).toMatchObject({ name: "UnavailableError", neverSent: true })
      expect((error as Error).message).toContain(words)
      expect(proxy.asked).toEqual(["CONNECT service.example:443"])
      const options = optionsWith({ baseUrl })
      expect(await askService(options, null, "GET /api/config")).toEqual({
        failure: expect.stringContaining(words),
      })
    }
  )
})

describe("what certainly never left the machine is never in doubt:", () => {
  it("a header that cannot be sent", async () => {
    const service = await startService()
    const error = await failed(clientOf(service.url, "client-secret\n"))
    expect(error).toMatchObject({ name: "UnavailableError", neverSent: true })
    expect(service.asked).toEqual([])
  })

  it("a host that refuses the connection, and one that has no address", async () => {
    for (const url of ["http://127.0.0.1:9", "http://none.invalid"]) {
      expect(await failed(clientOf(url))).toMatchObject({ neverSent: true })
    }
  })

  it("a proxy that is not there, and one whose name is none", async () => {
    for (const proxy of ["127.0.0.1:9", "http://proxy:port"]) {
      process.env.HTTP_PROXY = proxy
      const error = await failed(clientOf("http://service.example"))
      expect(error).toMatchObject({ name: "UnavailableError", neverSent: true })
    }
  })

  it.each(["directly", "through a proxy"])(
    "a certificate that is not believed, %s",
    async (way) => {
      const port = await listening(createTlsServer(SELF_SIGNED))
      const proxy = await startProxy()
      if (way !== "directly") {
        process.env.HTTPS_PROXY = proxy.address
      }
      const error = await failed(clientOf(`https://localhost:${port}`))
      expect(error).toMatchObject({
        message: expect.stringContaining("DEPTH_ZERO"),
        neverSent: true,
      })
    }
  )

  it("but what was sent and not answered is", async () => {
    const port = await listening(createServer((req) => req.socket.destroy()))
    expect(await failed(clientOf(`http://127.0.0.1:${port}`))).toMatchObject({
      name: "UnavailableError",
      neverSent: false,
    })
  })
})
