import { createHmac } from "node:crypto"
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http"
import type { AddressInfo } from "node:net"
import { inspect } from "node:util"
import { InstalmentsClient } from "../client"
import { openGate } from "./open-gate"

const keys = {
  clientSecret: ["client-secret", "client-secret-old"],
  signingSecret: ["signing-secret", "signing-secret-old"],
}
const checkout = {
  amount: 139955,
  currency: "ZAR",
  client_reference_id: "inst_1",
  notify_url: "https://api.shop.example/hooks/instalments",
  success_url: "https://shop.example/return",
  cancel_url: "https://shop.example/checkout",
  customer: { email: "thandi@example.com" },
  line_items: [{ name: "3 × Mug", amount: 139955, quantity: 1 as const }],
}
const attributes = {
  amount: 139955,
  currency: "ZAR",
  status: "received",
  created_at: "2026-11-21T10:00:00Z",
}

let unsent = 0
const gate = {
  take: async () => {
    const { waitMs, passage } = await openGate.take(
      "GET /api/config",
      "on_demand"
    )
    return {
      waitMs,
      passage: { ...passage, unsent: async () => void unsent++ },
    }
  },
}

type Seen = { req: IncomingMessage; body: string }
let server: Server
/** Some tests start more than one; one that stays open keeps Jest from ending. */
const open: { close(): unknown }[] = []
let client: InstalmentsClient

/**
 * A service that answers every request with `reply`, and records the requests.
 */
async function service(reply: (res: ServerResponse, seen: Seen) => void) {
  const seen: Seen[] = []
  server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) {
      chunks.push(chunk as Buffer)
    }
    seen.push({ req, body: Buffer.concat(chunks).toString() })
    reply(res, seen.at(-1)!)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  client = new InstalmentsClient(
    { ...keys, baseUrl: `http://localhost:${port}` },
    gate
  )
  open.push(client, server)
  return seen
}

function json(status: number, body: unknown) {
  return (res: ServerResponse) => {
    res.writeHead(status).end(JSON.stringify(body))
  }
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})

describe("the client of the service", () => {
  it("signs and sends the same compact bytes, with the first key of each list", async () => {
    const created = {
      data: { id: "c1", attributes },
      payment_url: "http://p/1",
    }
    const seen = await service(json(201, created))
    await client.createCheckout(checkout)
    const [{ req, body }] = seen as [Seen]
    expect(body).toBe(JSON.stringify({ checkout }))
    expect(req.headers.authorization).toBe("Bearer client-secret")
    expect(req.headers["x-signature"]).toBe(
      createHmac("sha512", "signing-secret").update(body).digest("base64")
    )
  })

  it.each([
    [
      "at the top",
      { data: { id: "c1", attributes }, payment_url: "http://p/" },
    ],
    ["in data", { data: { id: "c1", attributes, payment_url: "http://p/" } }],
    [
      "in attributes",
      {
        data: {
          id: "c1",
          attributes: { ...attributes, payment_url: "http://p/" },
        },
      },
    ],
  ])("finds payment_url %s", async (_, body) => {
    await service(json(200, body))
    const created = await client.createCheckout(checkout)
    expect(created).toMatchObject({ id: "c1", payment_url: "http://p/" })
  })

  it("takes a payment_url that is a path below its own address", async () => {
    const data = { id: "c1", attributes }
    await service(json(201, { data, payment_url: "/pay/abc?x=1" }))
    const { payment_url } = await client.createCheckout(checkout)
    expect(payment_url).toMatch(/^http:\/\/localhost:\d+\/pay\/abc\?x=1$/)
  })

  it.each([
    ["missing", undefined],
    ["not of the web", "javascript:alert(1)"],
    ["of another host without a scheme", "//pay.example/1"],
    ["no address at all", "pay.example"],
    ["no text", 7],
  ])(
    "names payment_url where it is %s, and not its value",
    async (_, wrong) => {
      await service(
        json(201, { data: { id: "c1", attributes }, payment_url: wrong })
      )
      const error = await client.createCheckout(checkout).catch((e) => e)
      expect(error.name).toBe("UnexpectedAnswerError")
      expect(error.message).toMatch(/Missing or wrong: payment_url\.$/)
    }
  )

  const rules = [{ from_amount: 1, to_amount: 500_000, terms: [3, 6] }]
  const within = [{ rules }, { merchant: { rules } }, { config: { rules } }]
  it.each(
    within.flatMap((holder) => [
      holder,
      { data: holder },
      { data: { id: "m1", attributes: holder } },
    ])
  )("finds rules in %j", async (answer) => {
    await service(json(200, answer))
    expect(await client.fetchConfig()).toEqual({ rules })
  })

  it("reads the entries of a list beside those that it cannot read, and of those what it can", async () => {
    const of = (id: unknown, more: object) => ({
      id,
      attributes: { ...attributes, ...more },
    })
    const data = [
      of("large", { amount: 3_000_000_000, status: "paid_twice" }),
      of("odd", { amount: "1399.55", currency: 7, created_at: null }),
      ...[of(null, {}), of("mute", { status: undefined }), null, "x", {}],
      of("good", {}),
    ]
    await service(json(200, { data, links: {} }))
    const page = { number: 1, items: 100 }
    for (const list of [
      await client.listCheckouts(page),
      await client.listRefunds(page),
    ]) {
      expect(list.data).toEqual([
        {
          ...{ ...attributes, id: "large", status: "paid_twice" },
          amount: 3_000_000_000,
        },
        {
          ...{ ...attributes, id: "odd", currency: "?" },
          ...{ amount: null, created_at: "" },
        },
        { ...attributes, id: "good" },
      ])
    }
  })

  it("names each field of an answer that is missing or wrong", async () => {
    const { status: _, ...rest } = attributes
    await service(json(200, { data: { id: "c1", attributes: rest } }))
    await expect(client.fetchCheckout("c1", "shopper")).rejects.toThrow(
      "Missing or wrong: data.attributes.status."
    )
    await service(json(200, { rules: [{ ...rules[0], terms: "secret" }] }))
    await expect(client.fetchConfig()).rejects.toThrow(
      "Missing or wrong: rules.0.terms."
    )
    await service(json(200, { bands: rules }))
    await expect(client.fetchConfig()).rejects.toThrow(
      "Missing or wrong: rules."
    )
  })

  it.each([
    [401, {}, "CredentialsError"],
    [422, { errors: [{ detail: "Too much" }] }, "RuleError"],
    [404, { errors: [] }, "RuleError"],
    [429, { errors: [{ detail: "Try again in 7 seconds" }] }, "RateLimitError"],
    [408, "<h1>408 Request Time-out</h1>", "UnavailableError"],
    [499, "", "UnavailableError"],
    [500, "oops", "UnavailableError"],
    [302, {}, "UnexpectedAnswerError"],
    [200, { data: {} }, "UnexpectedAnswerError"],
  ])("gives %i one meaning", async (status, body, name) => {
    await service(json(status, body))
    await expect(client.fetchCheckout("c1", "shopper")).rejects.toMatchObject({
      name,
    })
  })

  it("reads a currency in capitals, however the service spells it", async () => {
    const data = { id: "c1", attributes: { ...attributes, currency: "zar" } }
    await service(json(200, { data, payment_url: "http://p/1" }))
    expect([
      (await client.createCheckout(checkout)).currency,
      (await client.fetchCheckout("c1", "shopper")).currency,
    ]).toEqual(["ZAR", "ZAR"])
  })

  it("obeys the seconds of a 429, and a minute without them", async () => {
    await service(json(429, { errors: [{ detail: "Try again in 7 seconds" }] }))
    await expect(client.fetchCheckout("c1", "shopper")).rejects.toMatchObject({
      retryAfterSeconds: 7,
    })
  })

  it("pauses an hour at most for a 429, the longest window there is", async () => {
    const detail = `Try again in ${"9".repeat(400)} seconds`
    await service(json(429, { errors: [{ detail }] }))
    await expect(client.fetchCheckout("c1", "shopper")).rejects.toMatchObject({
      retryAfterSeconds: 3_600,
    })
  })

  it("takes no config with a term of a million payments", async () => {
    const rules = [{ from_amount: 1, to_amount: 2, terms: [1_000_000] }]
    await service(json(200, { rules }))
    await expect(client.fetchConfig()).rejects.toMatchObject({
      name: "UnexpectedAnswerError",
    })
  })

  it("never lets the expected signature out of a 400", async () => {
    let expected = ""
    await service((res, { body }) => {
      expected = createHmac("sha512", "right").update(body).digest("base64")
      const detail = `Request signature does not match ${expected}`
      json(400, { errors: [{ detail }] })(res)
    })
    const error = await client.createCheckout(checkout).catch((e) => e)
    expect(error.name).toBe("SignatureError")
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(
      expected.slice(0, 20)
    )
  })

  it("tells a refused signature by the specification's sentence, also to a shopper called Signature", async () => {
    const customer = { email: "sig@shop.example", last_name: "Signature" }
    const said = (...details: string[]) =>
      service(json(400, { errors: details.map((detail) => ({ detail })) }))
    const nameOf = () =>
      client.createCheckout({ ...checkout, customer }).catch((e) => e.name)
    await said("Bad body.", "Request signature does not match. Expected x")
    expect(await nameOf()).toBe("SignatureError")
    await said("The name Signature is not allowed.")
    expect(await nameOf()).toBe("RuleError")
  })

  it("never lets what it sent of the shopper out of a 422", async () => {
    const customer = {
      email: "thandeka@unmistakable.example",
      first_name: "Thandeka",
      last_name: "Zwelinzima",
      phone_number: "+27825550199",
      billing_address: "14 Kestrel Lane, Hoedspruit, 1380, ZA",
    }
    const quoted = Object.values(customer).join(" is not valid. ")
    const said = `${quoted}; ${"x ".repeat(400)} Kestrel Lane; 14 Kestrel Lane, 0825550199 ${"y".repeat(150)} Zwelinzima`
    await service(json(422, { errors: [{ detail: said }] }))
    const error = await client
      .createCheckout({ ...checkout, customer })
      .catch((e) => e)
    expect(error.name).toBe("RuleError")
    expect(error.detail).toContain("[cut] is not valid.")
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(
      /thandeka|zwelin|82555|14 kestrel|hoedspruit/i
    )
  })

  it("repeats a GET whose connection broke, and never a POST", async () => {
    let left = 1
    const seen = await service((res, { req }) => {
      if (left-- > 0) {
        req.socket.destroy()
        return
      }
      json(200, { data: { id: "c1", attributes } })(res)
    })
    await expect(client.fetchCheckout("c1", "shopper")).resolves.toMatchObject({
      status: "received",
    })
    expect(seen).toHaveLength(2)
    left = 1
    await expect(client.createCheckout(checkout)).rejects.toMatchObject({
      name: "UnavailableError",
    })
    expect(seen).toHaveLength(3)
  })

  it.each([
    [400, "Request signature does not match"],
    [401, "Bad credentials"],
    [403, "Not yours"],
    [422, "Too much"],
    [429, "Try again in 7 seconds"],
    [500, "Request signature does not match"],
  ])("sends a POST once that is answered %i", async (status, detail) => {
    const seen = await service(json(status, { errors: [{ detail }] }))
    await expect(client.createCheckout(checkout)).rejects.toBeTruthy()
    expect(seen).toHaveLength(1)
  })

  it("gives back the limit's request when it never reached the service", async () => {
    await service((res) => json(200, {})(res))
    server.close()
    unsent = 0
    await expect(client.createCheckout(checkout)).rejects.toMatchObject({
      name: "UnavailableError",
      neverSent: true,
    })
    expect(unsent).toBe(1)
    await expect(client.fetchConfig()).rejects.toBeTruthy()
    expect(unsent).toBe(4)
  })

  it("calls a truncated answer unexpected", async () => {
    await service((res) => res.writeHead(200).end('{"data":{"id"'))
    await expect(client.createCheckout(checkout)).rejects.toMatchObject({
      name: "UnexpectedAnswerError",
    })
  })
})
