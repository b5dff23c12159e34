import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import express, { type ErrorRequestHandler } from "express"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { PROVIDER_ID } from "../../../../../modules/instalments/name"
import { GET } from "../route"

const rules = [{ from_amount: 50_000, to_amount: 500_000, terms: [3, 6] }]
const logged: string[] = []
let server: Server

/** What the route finds in Medusa's container; tests change it. */
let shop: {
  knownRules: () => Promise<typeof rules | null>
  carts: () => Promise<{ data: unknown[] }>
  knownPayment: () => Promise<{ order_id: string | null } | null>
  /** For how long the service lets no checkout be created, in milliseconds. */
  waitMs: number
}

beforeAll((done) => {
  const container: Record<string, unknown> = {
    instalments: {
      options: { currency: "ZAR" },
      reach: { check: async () => {} },
      config: { rules: () => shop.knownRules() },
      opening: { knownPayment: () => shop.knownPayment() },
      limits: { read: async () => ({ waitMs: shop.waitMs }) },
    },
    query: { graph: () => shop.carts() },
    logger: { error: (line: string) => logged.push(line) },
  }
  const answerError: ErrorRequestHandler = (error: MedusaError, _, res, _n) => {
    res.status(400).json({ message: error.message })
  }
  const app = express()
  app.get("/offer", (req, res, next) => {
    const scope = { resolve: (name: string) => container[name] }
    const medusa = Object.assign(req, { scope }) as unknown as MedusaRequest
    GET(medusa, res as MedusaResponse).catch(next)
  })
  app.use(answerError)
  server = app.listen(0, "127.0.0.1", done)
})
afterAll(() => server.close())

beforeEach(() => {
  logged.length = 0
  shop = {
    knownRules: async () => rules,
    carts: async () => ({ data: [{ currency_code: "zar", total: 1300 }] }),
    knownPayment: async () => null,
    waitMs: 0,
  }
})

async function ask(query: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/offer?${query}`
  const answer = await fetch(url, { headers })
  const text = await answer.text()
  return {
    status: answer.status,
    cache: answer.headers.get("cache-control"),
    etag: answer.headers.get("etag") ?? "",
    body: text && JSON.parse(text),
  }
}

describe("the offer route", () => {
  it("answers an amount in major units, for everyone, for a minute", async () => {
    const answer = await ask("amount=1300&currency_code=ZAR")
    expect(answer).toMatchObject({ status: 200, cache: "public, max-age=60" })
    expect(answer.body).toEqual({
      offer: {
        eligible: true,
        reason: null,
        currency_code: "zar",
        amount: 1300,
        terms: [
          { number_of_payments: 3, payments: [433.34, 433.33, 433.33] },
          {
            number_of_payments: 6,
            payments: [216.67, 216.67, 216.67, 216.67, 216.66, 216.66],
          },
        ],
        headline: { number_of_payments: 6, payment: 216.67 },
      },
    })
  })

  it("answers 304 to a client that has the answer already", async () => {
    const { etag } = await ask("amount=1300&currency_code=zar")
    const again = await ask("amount=1300&currency_code=zar", {
      "if-none-match": etag,
    })
    expect(again).toMatchObject({ status: 304, etag, body: "" })
    const other = await ask("amount=1301&currency_code=zar", {
      "if-none-match": etag,
    })
    expect(other.status).toBe(200)
  })

  it("answers a cart, for its shopper only", async () => {
    const answer = await ask("cart_id=cart_1")
    expect(answer).toMatchObject({
      status: 200,
      cache: "private, max-age=0, no-cache",
      body: { offer: { eligible: true, amount: 1300, currency_code: "zar" } },
    })
    const headers = { "if-none-match": answer.etag }
    expect((await ask("cart_id=cart_1", headers)).status).toBe(304)
  })

  it.each([
    ["has instalments", [{ id: PROVIDER_ID, is_enabled: true }], true],
    ["has other ways", [{ id: "pp_system_default", is_enabled: true }], false],
    ["has them switched off", [{ id: PROVIDER_ID, is_enabled: false }], false],
    ["has no way at all", undefined, false],
  ])("offers to a cart whose region %s", async (_, payment_providers, is) => {
    const region = { payment_providers }
    const data = [{ currency_code: "zar", total: 1300, region }]
    shop.carts = async () => ({ data })
    expect((await ask("cart_id=cart_1")).body.offer).toMatchObject({
      eligible: is,
      reason: is ? null : "unavailable",
    })
  })

  it.each([
    ["is an order", { order: { id: "order_1" } }, null, "order_1"],
    ["is completed", { completed_at: new Date() }, null, null],
    ["is paid, its order not placed yet", {}, { order_id: null }, null],
    ["is paid and placed", {}, { order_id: "order_1" }, "order_1"],
  ])("says that a cart is paid which %s", async (_, cart, known, order_id) => {
    const data = [{ currency_code: "zar", total: 1300, ...cart }]
    shop.carts = async () => ({ data })
    shop.knownPayment = async () => known
    expect((await ask("cart_id=cart_1")).body.offer).toEqual({
      eligible: false,
      reason: "already_paid",
      currency_code: "zar",
      amount: 1300,
      order_id,
      terms: [],
      headline: null,
    })
  })

  it("offers nothing to a cart whose delivery is not chosen", async () => {
    const items = [{ requires_shipping: true }]
    shop.carts = async () => ({
      data: [{ currency_code: "zar", total: 1300, items }],
    })
    expect((await ask("cart_id=cart_1")).body.offer).toMatchObject({
      ...{ eligible: false, reason: "delivery_missing" },
    })
  })

  it("says what is missing in major units", async () => {
    const { body } = await ask("amount=499.55&currency_code=zar")
    expect(body.offer).toMatchObject({
      eligible: false,
      reason: "below_minimum",
      missing: 0.45,
      terms: [],
      headline: null,
    })
  })

  it.each([
    "",
    "amount=1300",
    "currency_code=zar",
    "amount=-1&currency_code=zar",
    "amount=NaN&currency_code=zar",
    "amount=1e3&currency_code=zar",
    "amount=&currency_code=zar",
    "amount=9999999999999999&currency_code=zar",
    "amount=1&amount=2&currency_code=zar",
    "amount=1300&currency_code=rand",
    "amount=1300&currency_code=zar&cart_id=cart_1",
    "cart_id=",
    "cart_id=a&cart_id=b",
  ])("refuses ?%s in words", async (query) => {
    const { status, body, cache } = await ask(query)
    expect(status).toBe(400)
    expect(body.message).toMatch(/^[A-Za-z].*\.$/)
    expect(cache).toBeNull()
  })

  it("offers nothing for a cart that does not exist, and logs no failure", async () => {
    shop.carts = async () => ({ data: [] })
    expect(await ask("cart_id=cart_9")).toMatchObject({
      status: 200,
      body: {
        offer: {
          eligible: false,
          reason: "unavailable",
          currency_code: null,
          amount: null,
        },
      },
    })
    expect(logged).toEqual([])
  })

  it("offers nothing while no config is known, and does not let that be cached", async () => {
    shop.knownRules = async () => null
    expect(await ask("amount=1300&currency_code=zar")).toMatchObject({
      status: 200,
      cache: "no-store",
      body: { offer: { eligible: false, reason: "unavailable" } },
    })
  })

  it.each([
    ["amount=1300&currency_code=zar", "no-store"],
    ["cart_id=cart_1", "private, max-age=0, no-cache"],
  ])(
    "fades while the service lets no checkout be created (?%s)",
    async (query, cache) => {
      shop.waitMs = 1
      expect(await ask(query)).toMatchObject({
        ...{ status: 200, cache },
        body: {
          offer: { eligible: false, reason: "unavailable", amount: 1300 },
        },
      })
    }
  )

  it.each(["amount=1300&currency_code=zar", "cart_id=cart_1"])(
    "is no error page when the database is away (?%s)",
    async (query) => {
      const away = async () => {
        throw new Error("connection refused")
      }
      shop = { knownRules: away, carts: away, knownPayment: away, waitMs: 0 }
      expect(await ask(query)).toMatchObject({
        status: 200,
        cache: "no-store",
        body: { offer: { eligible: false, reason: "unavailable" } },
      })
      expect(logged).toHaveLength(1)
    }
  )
})
