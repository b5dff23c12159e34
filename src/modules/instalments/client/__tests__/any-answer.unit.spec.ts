import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import fc from "fast-check"
import { InstalmentsClient } from "../client"
import { ServiceError } from "../errors"
import { openGate } from "./open-gate"

const { FUZZ_RUNS, FUZZ_SEED } = process.env
const RUNS = {
  numRuns: Number(FUZZ_RUNS ?? 300),
  seed: FUZZ_SEED === "random" ? undefined : Number(FUZZ_SEED ?? 20_261_121),
}

const attributes = {
  amount: 139955,
  currency: "ZAR",
  status: "received",
  created_at: "2026-11-21T10:00:00Z",
  payment_url: "https://pay.example/1",
}
const one = { data: { id: "c1", attributes } }
const right = [
  one,
  { data: [one.data], links: { next: "?page[number]=2&page[items]=50" } },
  { rules: [{ from_amount: 1, to_amount: 500_000, terms: [3, 6] }] },
  { errors: [{ detail: "Try again in 7 seconds" }] },
]

/** A correct answer in which one value, at any place, was replaced. */
const spoilt = fc
  .tuple(
    fc.constantFrom<unknown>(...right),
    fc.nat(11),
    fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.string({ unit: "binary" }),
      fc.constantFrom<unknown>("\0", "x".repeat(100_000)),
      fc.constantFrom<unknown>(1e308, 2 ** 60, -1, 0.5, [[[]]], {})
    )
  )
  .map(([answer, place, value]) =>
    JSON.stringify(replace(answer, place, value))
  )

/** Extreme JSON, and text that is not JSON. */
const text = fc.oneof(
  { weight: 4, arbitrary: spoilt },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  {
    weight: 1,
    arbitrary: fc.nat(100_000).map((depth) => "[".repeat(depth)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['{"data":1e999}', '{"__proto__":{"data":{}}}', "null", ""],
      `{"errors":[{"detail":"Try again in ${"9".repeat(400)} seconds"}]}`,
      `${'{"data":'.repeat(50_000)}1${"}".repeat(50_000)}`
    ),
  }
)

describe("whatever JSON the service answers", () => {
  let server: Server
  let client: InstalmentsClient
  let answer = { status: 200, body: "" }

  beforeAll(async () => {
    server = createServer((req, res) => {
      req.resume()
      req.on("end", () => res.writeHead(answer.status).end(answer.body))
    })
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
    const { port } = server.address() as AddressInfo
    client = new InstalmentsClient(
      {
        baseUrl: `http://127.0.0.1:${port}`,
        clientSecret: ["client-secret"],
        signingSecret: ["signing-secret"],
      },
      openGate
    )
  })
  afterAll(async () => {
    await client.close()
    server.close()
  })

  const page = { number: 1, items: 100 }
  const customer = { email: "thandi@example.com" }
  const checkout = { customer } as Parameters<
    InstalmentsClient["createCheckout"]
  >[0]
  it.each<[string, () => Promise<unknown>]>([
    ["a creation", () => client.createCheckout(checkout)],
    ["a fetched checkout", () => client.fetchCheckout("c1", "shopper")],
    ["a list of checkouts", () => client.listCheckouts(page)],
    ["the config", () => client.fetchConfig()],
    [
      "a new refund",
      () => client.createRefund({ checkout_id: "c1", amount: 1 }),
    ],
    ["a fetched refund", () => client.fetchRefund("r1", "shopper")],
    ["a list of refunds", () => client.listRefunds(page)],
  ])(
    "%s is read, or is an error of the service's with a name",
    async (_, ask) => {
      await fc.assert(
        fc.asyncProperty(
          text,
          fc.oneof(fc.constant(200), fc.integer({ min: 200, max: 599 })),
          async (body, status) => {
            answer = { status, body }
            const said = await ask().catch((error: unknown) => error)
            if (said instanceof Error) {
              expect(said).toBeInstanceOf(ServiceError)
              expect(said.message.length).toBeLessThan(2_000)
            }
            expect(fitForTheLedger({ ...(said as object), links: null })).toBe(
              true
            )
          }
        ),
        RUNS
      )
    }
  )
})

/** No value that PostgreSQL refuses, no unlimited size, no invalid number. */
function fitForTheLedger(value: unknown): boolean {
  if (typeof value === "string") {
    return !value.includes("\0") && value.length <= 4_000
  }
  if (typeof value === "number") {
    return Number.isSafeInteger(value)
  }
  const inside =
    value instanceof Error ? { ...value, message: value.message } : value
  return Object.values(inside ?? {}).every(fitForTheLedger)
}

function replace(answer: unknown, place: number, value: unknown): unknown {
  let at = 0
  return walk(answer)
  function walk(node: unknown): unknown {
    if (at++ === place) {
      return value
    }
    if (Array.isArray(node)) {
      return node.map(walk)
    }
    return node && typeof node === "object"
      ? Object.fromEntries(Object.entries(node).map(([k, v]) => [k, walk(v)]))
      : node
  }
}
