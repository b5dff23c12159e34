import Ajv from "ajv/dist/2020"
import fc from "fast-check"
import { splitCents } from "../../modules/instalments/domain/offer"
import type { Sandbox } from ".."
import { splitAmount, termsFor } from "../payments"
import { call, checkoutBody, create, signed, start } from "./sandbox-client"

describe("checkouts", () => {
  let sandbox: Sandbox
  beforeEach(async () => {
    sandbox = await start({ limits: { enabled: false } })
  })
  afterEach(() => sandbox.close())

  const post = (more: Record<string, unknown>) =>
    signed(sandbox, "/api/checkouts", checkoutBody(more))

  it("answers the envelope and the payment page at the top level", async () => {
    const { status, body } = await post({})
    const { id } = body.data!
    expect(status).toBe(201)
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: "checkouts",
        attributes: {
          amount: 139_955,
          currency: "ZAR",
          status: "received",
          created_at: expect.stringMatching(/Z$/),
        },
      },
      payment_url: `${sandbox.url}/pay/${id}`,
    })
  })

  it.each([
    ["data", ["data", "payment_url"]],
    ["attributes", ["data", "attributes", "payment_url"]],
  ] as const)("puts payment_url into %s when told", async (at, path) => {
    sandbox.set({ paymentUrlPosition: at })
    const { body } = await post({})
    expect(body).toHaveProperty([...path])
    expect(body).not.toHaveProperty("payment_url")
  })

  it.each([
    ["an amount below the bands", { amount: 9_999 }, /Amount/],
    ["an amount above the bands", { amount: 2_000_001 }, /Amount/],
    ["a fraction of a cent", { amount: 10_000.5 }, /Amount/],
    ["an amount as text", { amount: "139955" }, /Amount/],
    ["another currency", { currency: "USD" }, /Currency/],
    ["no email", { customer: {} }, /email/],
    ["a null among the fields", { success_url: null }, /success_url/],
    ["a callback over http", { notify_url: "http://shop.co/x" }, /notify_url/],
    ["lines without names", { line_items: [{ amount: 1 }] }, /line_items/],
  ])("refuses %s with 422", async (_, more, words) => {
    const { status, detail } = await post(more)
    expect(status).toBe(422)
    expect(detail).toMatch(words)
  })

  it("takes the bands and the currency of the moment", async () => {
    await post({})
    const rules = [{ from_amount: 1, to_amount: 10, terms: [3] }]
    sandbox.set({ rules })
    expect((await post({})).detail).toMatch(/Amount/)
    expect((await post({ amount: 10 })).status).toBe(201)
    sandbox.set({ currency: "NAD" })
    expect((await post({ amount: 10 })).detail).toMatch(/Currency/)
    expect((await post({ amount: 10, currency: "NAD" })).status).toBe(201)
  })

  it("refuses bad credentials with 401", async () => {
    const headers = { authorization: "Bearer nobody" }
    const answer = await call(sandbox, "GET", "/api/config", undefined, headers)
    expect(answer.status).toBe(401)
    expect(answer.body.errors).toHaveLength(1)
  })

  it("fetches one by id, and answers 404 for none", async () => {
    const id = await create(sandbox)
    const found = await call(sandbox, "GET", `/api/checkouts/${id}`)
    expect(Object.keys(found.body.data!.attributes)).toEqual([
      "amount",
      "currency",
      "status",
      "created_at",
    ])
    expect((await call(sandbox, "GET", "/api/checkouts/none")).status).toBe(404)
  })

  it("pages through all, newest first, by following the links", async () => {
    const created: string[] = []
    for (let i = 0; i < 12; i++) {
      created.unshift(await create(sandbox))
    }
    const seen: string[] = []
    const base = `${sandbox.url}/api/checkouts`
    let next: string | null = `${base}?page[items]=5`
    let last = {}
    while (next) {
      const path: string = next.slice(sandbox.url.length)
      const { body } = await call(sandbox, "GET", path)
      seen.push(...body.data!.map(({ id }) => id))
      last = body.links!
      next = body.links!.next ?? null
    }
    expect(seen).toEqual(created)
    expect(last).toEqual({
      first: `${base}?page[number]=1&page[items]=5`,
      last: `${base}?page[number]=3&page[items]=5`,
      prev: `${base}?page[number]=2&page[items]=5`,
      next: null,
    })
  })

  it("gives 10 a page, at most 100, and none beyond the end", async () => {
    for (let i = 0; i < 101; i++) {
      await create(sandbox)
    }
    const size = async (query: string) =>
      (await call(sandbox, "GET", `/api/checkouts${query}`)).body.data!.length
    expect(await size("")).toBe(10)
    expect(await size("?page[items]=500")).toBe(100)
    expect(await size("?page[number]=99")).toBe(0)
  })

  it("answers the config where the settings want it", async () => {
    const rules = [{ from_amount: 1, to_amount: 2, terms: [3] }]
    sandbox.set({ rules })
    const read = async () => (await call(sandbox, "GET", "/api/config")).body
    expect(await read()).toEqual({ rules })
    sandbox.set({ rulesPosition: "attributes" })
    expect(await read()).toMatchObject({ data: { attributes: { rules } } })
  })
})

describe("the OpenAPI document", () => {
  type Document = {
    openapi: string
    paths: Record<string, object>
    components: { schemas: Record<string, object> }
  }

  it("describes the requests, and says where the settings put fields", async () => {
    const sandbox = await start()
    const read = async () =>
      (await (await fetch(`${sandbox.url}/docs/api/v2`)).json()) as Document
    const document = await read()
    expect(document.openapi).toBe("3.1.0")
    expect(Object.keys(document.paths)).toHaveLength(5)
    const refs = JSON.stringify(document).match(/#\/components[^"]+/g) ?? []
    for (const ref of new Set(refs)) {
      expect(document).toHaveProperty(ref.slice(2).split("/"))
    }
    const isMeant = new Ajv({ strict: false, validateFormats: false }).compile(
      document.components.schemas.CheckoutRequest!
    )
    const described = [{}, { amount: 1.5 }, { customer: {} }]
    expect(described.map((more) => isMeant(checkoutBody(more)))).toEqual([
      ...[true, false, false],
    ])
    sandbox.set({ paymentUrlPosition: "attributes", rulesPosition: "data" })
    const { paths } = await read()
    const answer = (required: string[]) => ({
      content: { "application/json": { schema: { required } } },
    })
    expect(document.paths).toMatchObject({
      "/api/checkouts": {
        post: { responses: { 201: answer(["data", "payment_url"]) } },
      },
      "/api/config": { get: { responses: { 200: answer(["rules"]) } } },
    })
    expect(paths).toMatchObject({
      "/api/checkouts": { post: { responses: { 201: answer(["data"]) } } },
      "/api/config": { get: { responses: { 200: answer(["data"]) } } },
    })
    await sandbox.close()
  })
})

it("splits an amount into payments that add up, as the shop shows them", () => {
  const amount = fc.integer({ min: 1, max: 2_000_000_00 })
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 36 }), (cents, months) => {
      const payments = splitAmount(cents, months)
      expect(payments).toHaveLength(months)
      expect(payments.reduce((sum, one) => sum + one, 0)).toBe(cents)
      expect(payments).toEqual(splitCents(cents, months))
    })
  )
})

it("offers the terms of the band, its bounds included", () => {
  const rules = [
    { from_amount: 100, to_amount: 199, terms: [3] },
    { from_amount: 200, to_amount: 300, terms: [12, 6, 3] },
  ]
  const offered = [99, 100, 199, 200, 300, 301].map((cents) =>
    termsFor(rules, cents)
  )
  expect(offered).toEqual([[], [3], [3], [3, 6, 12], [3, 6, 12], []])
})
