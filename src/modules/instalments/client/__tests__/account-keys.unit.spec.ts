import fc from "fast-check"
import { createHmac } from "node:crypto"
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http"
import type { AddressInfo } from "node:net"
import { inspect } from "node:util"
import { AccountKeys } from "../account-keys"
import { InstalmentsClient } from "../client"
import { CredentialsError, SignatureError } from "../errors"
import type { Gate, Heard } from "../exchange"
import { openGate } from "./open-gate"

const attributes = {
  amount: 100,
  currency: "ZAR",
  status: "requested",
  created_at: "2026-11-24T10:00:00Z",
}
const refund = { checkout_id: "c1", amount: 100 }
const sign = (body: string, key: string) =>
  createHmac("sha512", key).update(body).digest("base64")

describe("a request while keys are exchanged", () => {
  let server: Server
  let client: InstalmentsClient
  /** The keys that the service takes. */
  let takes: { clientSecret: string[]; signingSecret: string[] }
  /** What was sent: the places of its keys in the lists, and its body. */
  let seen: { token: string; signature: string | undefined; body: string }[]
  let heard: Heard[]
  let instead: ((res: ServerResponse, req: IncomingMessage) => void) | null
  let gate: Gate

  const lists = {
    clientSecret: ["client-new", "client-old"],
    signingSecret: ["sign-new", "sign-old", "sign-oldest"],
  }

  beforeEach(async () => {
    takes = structuredClone(lists)
    seen = []
    heard = []
    instead = null
    gate = openGate
    server = createServer(async (req, res) => {
      const chunks: Buffer[] = []
      for await (const chunk of req) {
        chunks.push(chunk as Buffer)
      }
      const body = Buffer.concat(chunks).toString()
      const token = String(req.headers.authorization).replace("Bearer ", "")
      const header = req.headers["x-signature"]
      const by = (key: string) => sign(body, key) === header
      seen.push({ token, signature: lists.signingSecret.find(by), body })
      const answer = (status: number, detail: string) =>
        res.writeHead(status).end(JSON.stringify({ errors: [{ detail }] }))
      if (instead) {
        instead(res, req)
      } else if (!takes.clientSecret.includes(token)) {
        answer(401, "Bad credentials")
      } else if (header && !takes.signingSecret.some(by)) {
        answer(400, `Request signature does not match. ${sign(body, "other")}`)
      } else {
        res.end(JSON.stringify({ data: { id: "r1", attributes } }))
      }
    })
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
    const { port } = server.address() as AddressInfo
    client = new InstalmentsClient(
      { ...lists, baseUrl: `http://127.0.0.1:${port}` },
      { take: (...asked) => gate.take(...asked) },
      async (one) => void heard.push(one)
    )
  })
  afterEach(async () => {
    await client.close()
    server.closeAllConnections()
    server.close()
  })

  const signers = () => seen.map(({ signature }) => signature)
  const tokens = () => seen.map(({ token }) => token)

  it("carries the newest of each", async () => {
    await client.createRefund(refund)
    expect(seen).toMatchObject([{ token: "client-new", signature: "sign-new" }])
  })

  it("is sent again, the same bytes, with the next key when its signature is refused", async () => {
    takes.signingSecret = ["sign-old"]
    await expect(client.createRefund(refund)).resolves.toMatchObject({
      id: "r1",
    })
    expect(signers()).toEqual(["sign-new", "sign-old"])
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1)
  })

  it("is sent again with the next client secret when that is refused", async () => {
    takes = { clientSecret: ["client-old"], signingSecret: ["sign-oldest"] }
    await client.createRefund(refund)
    expect(tokens()).toEqual([
      "client-new",
      ...["client-old", "client-old", "client-old"],
    ])
    expect(signers().slice(1)).toEqual(["sign-new", "sign-old", "sign-oldest"])
  })

  it("begins with the key that was taken before, until that is refused", async () => {
    takes.signingSecret = ["sign-old"]
    await client.createRefund(refund)
    await client.createRefund(refund)
    expect(signers()).toEqual(["sign-new", "sign-old", "sign-old"])
    takes.signingSecret = ["sign-new"]
    await client.createRefund(refund)
    await client.createRefund(refund)
    expect(signers().slice(3)).toEqual(["sign-old", "sign-new", "sign-new"])
  })

  it("tries every key once when all are refused, and the next one begins anew", async () => {
    takes.signingSecret = []
    const failed = await client.createRefund(refund).catch((error) => error)
    expect(failed).toBeInstanceOf(SignatureError)
    expect(inspect(failed, { depth: 9 })).not.toMatch(/sign-|client-|==/)
    expect(signers()).toEqual(lists.signingSecret)
    takes.signingSecret = ["sign-new"]
    await client.createRefund(refund)
    expect(signers()).toHaveLength(4)
  })

  it("tells of a refused key only at the end that none is taken", async () => {
    takes.signingSecret = ["sign-old"]
    await client.createRefund(refund)
    expect(heard.map(({ triedAgain }) => triedAgain)).toEqual([true, false])
    takes.signingSecret = []
    await client.createRefund(refund).catch(() => {})
    expect(heard.slice(2).map(({ triedAgain }) => triedAgain)).toEqual([
      ...[true, true, false],
    ])
  })

  const REFUSED = "Request signature does not match"
  const details = (detail: string) => JSON.stringify({ errors: [{ detail }] })
  it.each<[string, (res: ServerResponse, req: IncomingMessage) => void]>([
    ["400 that does not speak of the signature", reply(400, "Bad amount")],
    [
      "400 that quotes a product called Signature",
      reply(400, "Name 'Request signature does not match' is too long"),
    ],
    ["403", reply(403, REFUSED)],
    ["404", reply(404, "No such checkout")],
    ["422", reply(422, "Too much")],
    ["429", reply(429, "Try again in 7 seconds")],
    ["500", reply(500, REFUSED)],
    ["cut connection", (_, req) => req.socket.destroy()],
    ["cut answer", (res) => res.writeHead(200).end('{"data"')],
    [
      "body that breaks off after 400",
      (res, req) => {
        res.writeHead(400, { "content-length": 900 })
        res.write(details(REFUSED), () => req.socket.destroy())
      },
    ],
  ])("is never sent again after a %s", async (_, answer) => {
    instead = answer
    await expect(client.createRefund(refund)).rejects.toBeTruthy()
    expect(seen).toHaveLength(1)
  })

  function reply(status: number, detail: string) {
    return (res: ServerResponse) =>
      void res.writeHead(status).end(details(detail))
  }

  it("that changes something has no longer with two keys than with one", async () => {
    await client.close()
    const { port } = server.address() as AddressInfo
    const account = { ...lists, baseUrl: `http://127.0.0.1:${port}` }
    client = new InstalmentsClient(account, openGate, undefined, 600)
    instead = (res) =>
      void setTimeout(
        () =>
          seen.length === 1
            ? reply(401, "Bad credentials")(res)
            : res.end(JSON.stringify({ data: { id: "r1", attributes } })),
        400
      )
    await expect(client.createRefund(refund)).rejects.toMatchObject({
      name: "UnavailableError",
      neverSent: false,
    })
    expect(tokens()).toEqual(["client-new", "client-old"])
  })

  describe("whose second try the limit does not allow", () => {
    const one = (allowed: number): Gate => ({
      take: async (endpoint, urgency) => {
        const { passage } = await openGate.take(endpoint, urgency)
        return { waitMs: allowed-- > 0 ? 0 : 1_000, passage }
      },
    })

    it("says that nothing was processed and when to come again, and goes on there", async () => {
      takes.signingSecret = ["sign-old"]
      gate = one(1)
      await expect(client.createRefund(refund)).rejects.toMatchObject({
        name: "RateLimitError",
        nothingSent: true,
        retryAfterSeconds: 1,
      })
      gate = one(1)
      await expect(client.createRefund(refund)).resolves.toBeTruthy()
      expect(signers()).toEqual(["sign-new", "sign-old"])
    })

    it("speaks of no key when it was the connection that failed", async () => {
      instead = (_, req) => req.socket.destroy()
      gate = one(1)
      await expect(client.fetchConfig()).rejects.toMatchObject({
        name: "RateLimitError",
        message:
          "GET /api/config: the service did not answer, and its rate limit lets the next try wait. Try again in 1 seconds.",
      })
    })

    it("ends with the service's refusal once every key had its try", async () => {
      takes.signingSecret = []
      const names = []
      for (let i = 0; i < 4; i++) {
        gate = one(1)
        const error = await client.createRefund(refund).catch((e) => e)
        names.push(error.name)
      }
      expect(signers().slice(0, 3)).toEqual(lists.signingSecret)
      expect(names).toEqual([
        ...["RateLimitError", "RateLimitError", "SignatureError"],
        "RateLimitError",
      ])
    })
  })
})

describe("the keys that requests carry", () => {
  const HOUR = 3_600_000
  const refused = new SignatureError("no")
  const lists = { clientSecret: ["c"], signingSecret: ["new", "old"] }
  const pair = (signingSecret: string) => ({ clientSecret: "c", signingSecret })

  it("are the newest again an hour after it was refused, where no limit is used up by that", () => {
    const keys = new AccountKeys(lists)
    keys.afterRefusal(refused, [pair("new")], 0)
    keys.taken(pair("old"), true)
    expect(keys.first(HOUR, true)).toEqual(pair("old"))
    expect(keys.first(HOUR + 1, false)).toEqual(pair("old"))
    expect(keys.first(HOUR + 1, true)).toEqual(pair("new"))
  })

  it("do not change by an answer that is about something else", () => {
    const keys = new AccountKeys(lists)
    const error = new CredentialsError("no")
    expect(keys.afterRefusal(error, [pair("new")], 0)).toBeNull()
  })

  it("find the one that is taken, however many requests run at once", async () => {
    const names = ["k1", "k2", "k3", "k4"]
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.subarray(names, { minLength: 1 }), {
        ...{ minLength: 1, maxLength: 4 },
      }),
      async (scheduler, phases) => {
        const keys = new AccountKeys({
          clientSecret: ["c"],
          signingSecret: names,
        })
        for (const taken of phases) {
          const request = async () => {
            const tried = [keys.first(0, false)]
            for (;;) {
              const last = tried.at(-1)!
              await scheduler.schedule(Promise.resolve())
              if (taken.includes(last.signingSecret)) {
                keys.taken(last, true)
                return tried.length
              }
              const next = keys.afterRefusal(refused, tried, 0)
              expect(next).not.toBeNull()
              tried.push(next!)
            }
          }
          const all = Promise.all(Array.from({ length: 5 }, request))
          await scheduler.waitFor(all)
          for (const tries of await all) {
            expect(tries).toBeLessThanOrEqual(names.length)
          }
        }
      }
    )
    await fc.assert(property)
  })
})
