import fc from "fast-check"
import { changesBetween } from "../facts"
import { judgeDocument, type Judged } from "../judge"
import { plainDocument, sandboxDocument, sender, type Json } from "./documents"

const { FUZZ_RUNS, FUZZ_SEED } = process.env
const RUNS = {
  numRuns: Number(FUZZ_RUNS ?? 100),
  seed: FUZZ_SEED === "random" ? undefined : Number(FUZZ_SEED ?? 20_261_124),
}
const MEGABYTE = 1024 * 1024

const judgeText = (text: string) => judgeDocument(text, sender)
const judge = (document: unknown) => judgeText(JSON.stringify(document))
const reasonOf = (text: string) =>
  (judgeText(text) as { reason: string }).reason

/** The config's answer as a schema of its own, with these components. */
function withConfig(schema: unknown, schemas: Json): Json {
  const document = plainDocument()
  document.paths["/api/config"].get.responses["200"].content[
    "application/json"
  ].schema = schema
  return { ...document, components: { schemas } }
}

describe("what is no document that can be read", () => {
  it.each([
    ["<!doctype html><h1>502 Bad Gateway</h1>", /a web page/],
    ["\n  <html></html>", /a web page/],
    ['openapi: "3.1.0"\npaths: {}', /It is YAML; only JSON/],
    ["Bad gateway", /not JSON/],
    ["", /not JSON/],
    ['{"openapi":"3.1.0","paths":', /not JSON/],
    ["[]", /no OpenAPI document/],
    ["null", /no OpenAPI document/],
    ['{"errors":[{"detail":"Not found."}]}', /no OpenAPI document/],
    ['{"swagger":"2.0","paths":{}}', /Swagger 2/],
    ['{"openapi":"4.0.0","paths":{}}', /OpenAPI 4\.0\.0; 3\.0 and 3\.1/],
    ['{"openapi":"3.1.0"}', /describes no operation/],
    ['{"openapi":"3.1.0","paths":[]}', /describes no operation/],
    ['{"openapi":"3.1.0","paths":{"/api/config":{}}}', /no operation/],
  ])("is said in words: %s", (text, words) => {
    expect(reasonOf(text)).toMatch(words)
  })
})

describe("references", () => {
  it("that lead back to themselves end", () => {
    const node = {
      type: "object",
      properties: {
        rules: { type: "array" },
        next: { $ref: "#/components/schemas/Node" },
      },
      allOf: [{ $ref: "#/components/schemas/Node" }],
      oneOf: [{ $ref: "#/components/schemas/Other" }, { type: "string" }],
    }
    const schemas = {
      Node: node,
      Other: { anyOf: [{ $ref: "#/components/schemas/Node" }, node] },
    }
    const reference = { $ref: "#/components/schemas/Node" }
    const judged = judge(withConfig(reference, schemas)) as Judged
    expect(judged.points).toContainEqual(
      expect.objectContaining({ where: "GET /api/config 200.rules" })
    )
    const loop = { $ref: "#/components/schemas/A" }
    const around = { A: { $ref: "#/components/schemas/B" }, B: loop }
    expect(judge(withConfig(loop, around))).toMatchObject({ verdict: "fits" })
  })

  it("of parameters, answers and whole paths that lead in a circle are not said", () => {
    const document = plainDocument({
      "/api/config": { $ref: "#/paths/~1api~1config" },
    })
    document.paths["/api/refunds"].get.parameters = [
      { $ref: "#/paths/~1api~1refunds/get/parameters/0" },
    ]
    expect(judge(document)).toMatchObject({ verdict: "breaks" })
  })

  it("that double at every level take no longer than others", () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => {
        const next = { $ref: `#/components/schemas/S${n + 1}` }
        const properties = { a: next, b: next, c: next }
        return [`S${n}`, { type: "object", properties, oneOf: [next, next] }]
      })
    )
    const reference = { $ref: "#/components/schemas/S0" }
    const document = withConfig(reference, schemas)
    const body = { content: { "application/json": { schema: reference } } }
    for (const path of Object.values<Json>(document.paths)) {
      for (const operation of Object.values<Json>(path)) {
        operation.requestBody = body
        for (let status = 400; status < 430; status++) {
          operation.responses[status] = body
        }
      }
    }
    const before = process.cpuUsage()
    const { points } = judge(document) as Judged
    const { user } = process.cpuUsage(before)
    expect(user / 1_000).toBeLessThan(5_000)
    expect(points).toContainEqual(
      expect.objectContaining({ where: "document", verdict: "handled" })
    )
  })

  it("as long as a document cost no more than others", () => {
    const long = `#/${"a/".repeat(500_000)}`
    const pair = (n: number) => {
      const next = { $ref: `#/components/schemas/S${n}` }
      return [next, next]
    }
    const schemas = Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [
        `S${n}`,
        n === 8 ? { $ref: long } : { allOf: pair(n + 1) },
      ])
    )
    const document = withConfig({ allOf: pair(0) }, schemas)
    document.servers = [{ url: `/${"b".repeat(1_000_000)}` }]
    for (let n = 0; n < 2_000; n++) {
      document.paths[`/c/${n}`] = { get: {} }
    }
    const before = process.cpuUsage()
    expect(judge(document)).toMatchObject({ verdict: "fits" })
    const { user } = process.cpuUsage(before)
    expect(user / 1_000).toBeLessThan(5_000)
  })

  it("to other files and to nothing are not said", () => {
    for (const $ref of [
      "other.json#/Config",
      "#/components/schemas/Gone",
      "#",
      "#/constructor/prototype",
      "#/%E0%A4%A",
    ]) {
      expect(judge(withConfig({ $ref }, {}))).toMatchObject({
        verdict: "fits",
      })
    }
  })
})

it("reads keys of JavaScript's own like any others", () => {
  const named =
    '{"__proto__":{"type":"string"},"constructor":{},"toString":{},"rules":{"type":"array"}}'
  const document = JSON.stringify(
    withConfig(
      { type: "object", properties: "HERE", required: ["valueOf"] },
      {}
    )
  ).replace('"HERE"', named)
  const judged = judgeText(document) as Judged
  expect(judged.facts).toContain("GET /api/config 200.__proto__: string")
  expect(judged.facts).toContain("GET /api/config 200.valueOf: required")
  expect(({} as Json).type).toBeUndefined()
})

it("judges ten megabytes", () => {
  const document = sandboxDocument()
  for (let n = 0; n < 20_000; n++) {
    document.paths[`/api/other/${n}`] = {
      get: { summary: "x".repeat(470), responses: {} },
    }
  }
  const text = JSON.stringify(document)
  expect(text.length).toBeGreaterThan(9.9 * MEGABYTE)
  const judged = judgeText(text) as Judged
  expect(judged.verdict).toBe("fits")
  expect(JSON.stringify(judged).length).toBeLessThan(MEGABYTE / 4)
})

it("takes any JSON and any text without throwing", () => {
  const spoilt = fc
    .tuple(
      fc.constantFrom(sandboxDocument, plainDocument),
      fc.nat(2_000),
      fc.oneof(
        fc.jsonValue({ maxDepth: 3 }),
        fc.string({ unit: "binary" }),
        fc.constantFrom<unknown>(
          ...["\0", "#/components", [[[]]], {}, { toString: 1 }, null, 1e308],
          ...[{ $ref: "#/components/schemas/Checkout" }, [null], ["object", 1]]
        )
      )
    )
    .map(([make, place, value]) => replace(make(), place, value))
  fc.assert(
    fc.property(
      fc.oneof(
        { weight: 6, arbitrary: spoilt },
        { weight: 1, arbitrary: fc.json() },
        { weight: 1, arbitrary: fc.string({ unit: "binary" }) }
      ),
      (text) => {
        const judged = judgeText(text)
        if ("facts" in judged) {
          // PostgreSQL's JSON takes neither of them.
          expect(JSON.stringify(judged)).not.toMatch(/\\u0000|\\ud[89a-f]/i)
        } else {
          expect(judged.reason).toMatch(/\.$/)
        }
      }
    ),
    RUNS
  )
  expect(reasonOf("[".repeat(1_000_000))).toMatch(/not JSON/)
  const deep = `{"openapi":"3.1.0","paths":{"/a":${'{"get":'.repeat(100_000)}1${"}".repeat(100_000)}}}`
  expect(judgeText(deep)).toMatchObject({ verdict: "breaks" })
})

/** The JSON text with the value at one place, counted through, another one. */
function replace(document: Json, place: number, value: unknown): string {
  let at = 0
  return JSON.stringify(document, (key, one) =>
    key !== "" && at++ === place ? value : one
  )
}

describe("the lines of two documents", () => {
  const factsOf = (document: Json) => (judge(document) as Judged).facts

  it("are the same, whatever the order of their keys is", () => {
    const turned = JSON.parse(JSON.stringify(sandboxDocument()), (_, value) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value
    )
    expect(factsOf(turned)).toEqual(factsOf(sandboxDocument()))
  })

  it("differ in what came and what went", () => {
    const after = sandboxDocument()
    const { properties } = after.components.schemas.RefundInput
    properties.amount = { type: "string" }
    properties.reason = { type: "string" }
    after.paths["/api/ping"] = { get: {} }
    expect(changesBetween(factsOf(sandboxDocument()), factsOf(after))).toEqual({
      added: [
        "POST /api/refunds body.amount: string, required",
        "POST /api/refunds body.reason: string",
        "other GET /api/ping",
      ],
      removed: ["POST /api/refunds body.amount: integer, required, minimum 1"],
    })
  })
})
