// Compares a service's OpenAPI document with what the client sends and reads:
//   npm run contract -- URL
// Each line begins with fits, differs or breaks; it ends with 1 when something breaks.
// INSTALMENTS_CLIENT_SECRET is sent along where it is set.
import { z } from "@medusajs/framework/zod"
import { dereference } from "@readme/openapi-parser"
import Ajv from "ajv/dist/2020"
import { callbackBody } from "../src/modules/instalments/callback/parse-callback"
import { LARGEST_PAGE } from "../src/modules/instalments/client/page"
import * as schemas from "../src/modules/instalments/client/schemas"
import {
  customerPrefill,
  lineItems,
} from "../src/modules/instalments/domain/checkout-content"
import { ENDPOINTS } from "../src/modules/instalments/limits/endpoints"

/** A part of a document. What it holds is the service's: anything may be missing. */
type Part = { [key: string]: Part } & Part[]
/** One line: what was compared, and how it came out. */
export type Point = `${"fits" | "differs" | "breaks"} ${string}`

const READ: Record<keyof typeof ENDPOINTS, z.ZodType> = {
  "POST /api/checkouts": schemas.createdEnvelope({
    baseUrl: "https://service.example",
    environment: "sandbox",
  }),
  "GET /api/checkouts/:id": schemas.refundEnvelope,
  "GET /api/checkouts": schemas.promisedList,
  "GET /api/config": schemas.configEnvelope,
  "POST /api/refunds": schemas.refundEnvelope,
  "GET /api/refunds/:id": schemas.refundEnvelope,
  "GET /api/refunds": schemas.promisedList,
}
const SENT_NAMES =
  /^(accept|authorization|content-type|x-signature|page\[(number|items)\])$/i
const KNOWN_STATUSES =
  /^(received|successful|cancelled|invalid_payload|requested|pending|complete|failed)$/
const json = (of?: Part) => of?.content?.["application/json"]?.schema
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })

const cart = {
  currency: "ZAR",
  client_reference_id: `inst_${"0".repeat(26)}`,
  notify_url: "https://api.shop.example/hooks/instalments",
  success_url: "https://shop.example/return?cart=cart_1",
  cancel_url: "https://shop.example/cart",
}
const address = { first_name: "Nomvula", last_name: "Nel", city: "Cape Town" }
const place = { address_1: "12 Long Street", postal_code: "8001" }
const email = "nomvula@shop.example"
/** Bodies with the most and the least that is sent, by the rules of the provider. */
const SENT: Record<string, [object, object]> = {
  "POST /api/checkouts": [
    checkout({
      billing_address: { ...address, ...place, phone: "+27820000000" },
    }),
    checkout({}),
  ],
  "POST /api/refunds": [refund(), refund()],
}

function checkout(more: object) {
  const items = [{ title: "Mug", quantity: 3, total: 1_199.95 }]
  const amount = 125_995
  const lines = { items, shippingTotal: 60, amountCents: amount }
  const customer = customerPrefill({ email, ...more })
  const content = { amount, customer, line_items: lineItems(lines) }
  return { checkout: { ...content, ...cart } }
}

function refund() {
  return { checkout_id: "6f2c1c1e-58a5-4ac5-9d1c-0b6a8d1f7c11", amount: 1 }
}

/** Compares a parsed document; answers a line for each point. */
export async function compare(document: object): Promise<Point[]> {
  const options = { dereference: { circular: "ignore" as const } }
  const whole = await dereference(structuredClone(document) as never, options)
  const paths = Object.entries((whole as unknown as Part).paths ?? {})
  return Object.entries(READ).flatMap(([endpoint, read]) => {
    const [method = "", path] = endpoint.split(" ")
    const found = paths.find(([is]) => is.replace(/\{[^}]*\}/, ":id") === path)
    const operation = found?.[1][method.toLowerCase()]
    return operation
      ? compareOperation(endpoint, operation, found[1], read)
      : [`breaks ${endpoint}: the document does not have it` as const]
  })
}

function compareOperation(name: string, of: Part, path: Part, read: z.ZodType) {
  const points: Point[] = []
  for (const one of [...(path.parameters ?? []), ...(of.parameters ?? [])]) {
    const [is, most] = [String(one.name), Number(one.schema?.maximum)]
    if (one.required && String(one.in) !== "path" && !SENT_NAMES.test(is)) {
      points.push(`breaks ${name}: ${is} is required and not sent`)
    }
    if (is === "page[items]" && most < LARGEST_PAGE) {
      points.push(
        `differs ${name}: pages of ${most}, ${LARGEST_PAGE} are asked`
      )
    }
  }
  SENT[name]?.forEach((body) => points.push(...sent(name, body, of)))
  const code = Object.keys(of.responses ?? {}).find((is) => /^2/.test(is))
  points.push(
    ...readable(`${name} answer`, json(of.responses?.[code ?? ""]), read)
  )
  const callbacks = Object.values(of.callbacks ?? {}).flatMap((one) =>
    Object.values(one).map((each) => json(each.post?.requestBody))
  )
  callbacks.forEach((one) =>
    points.push(...readable("callback", one, callbackBody))
  )
  const fits: Point = `fits ${name}`
  return points.length ? [...new Set(points)] : [fits]
}

/** Whether the document takes a body as it is sent. */
function sent(name: string, body: object, { requestBody }: Part): Point[] {
  const schema = json(requestBody)
  if (!schema) {
    return [`breaks ${name}: it takes no JSON`]
  }
  ajv.validate(schema, body)
  return (ajv.errors ?? []).map(
    ({ instancePath, message }): Point =>
      `breaks ${name}: body${instancePath} ${message}`
  )
}

/** Whether the client reads an answer with all that is described, and with the least. */
function readable(name: string, schema: Part | undefined, read: z.ZodType) {
  if (!schema) {
    return [`breaks ${name}: no JSON is described` as const]
  }
  const points: Point[] = []
  const wrong = (all: boolean) =>
    (read.safeParse(sample(schema, all)).error?.issues ?? []).map(
      ({ path, message }) => `${name}: ${path.join(".")} ${message}`
    )
  const always = wrong(true)
  points.push(...always.map((text): Point => `breaks ${text}`))
  const rare = wrong(false).filter((text) => !always.includes(text))
  points.push(...rare.map((text): Point => `differs ${text}`))
  const words = JSON.stringify(schema).match(
    /"status":\{[^}]*"enum":\[([^\]]*)/
  )
  const statuses: string[] = words ? JSON.parse(`[${words[1]}]`) : []
  if (
    statuses.length &&
    !statuses.some((word) => /^(successful|complete)$/.test(word))
  ) {
    points.push(`breaks ${name}: no status says that it has ended well`)
  }
  for (const status of statuses.filter((word) => !KNOWN_STATUSES.test(word))) {
    points.push(
      `differs ${name}: the status "${status}" is unknown, and is no end`
    )
  }
  return points
}

/** A value that a schema describes: with `all` that it may have, or the least. */
function sample(schema: Part, all: boolean, depth = 0): unknown {
  const parts = schema.allOf?.map((one) => sample(one, all, depth))
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  const type = String(schema.type ?? (schema.properties ? "object" : ""))
  if (depth > 12 || (choice && !schema.properties)) {
    return choice && depth <= 12 ? sample(choice, all, depth + 1) : {}
  }
  if (schema.const !== undefined || schema.enum?.length) {
    return schema.const ?? schema.enum?.[0]
  }
  if (type.startsWith("array")) {
    return [sample(schema.items ?? ({} as Part), all, depth + 1)]
  }
  if (parts || type.startsWith("object")) {
    const needed = new Set((schema.required ?? []).map(String))
    const own = Object.entries(schema.properties ?? {})
      .filter(([name]) => all || needed.has(name))
      .map(([name, one]) => [name, sample(one, all, depth + 1)])
    return merged([...(parts ?? []), Object.fromEntries(own)])
  }
  const number = Math.max(1, Number(schema.minimum ?? 1))
  const text = /uri|url/.test(String(schema.format)) ? "https://a.example" : "a"
  return /integer|number/.test(type) ? number : /bool/.test(type) ? true : text
}

function merged(parts: unknown[]): unknown {
  const all: Record<string, unknown> = {}
  for (const [name, value] of parts.flatMap((one) =>
    Object.entries(one ?? {})
  )) {
    const isBoth = typeof value === "object" && typeof all[name] === "object"
    all[name] = isBoth ? merged([all[name], value]) : value
  }
  return all
}

/** Fetches a document, prints its points, and answers the exit code. */
export async function check(url: string): Promise<number> {
  const secret = process.env.INSTALMENTS_CLIENT_SECRET
  const authorization = secret && { authorization: `Bearer ${secret}` }
  const answer = await fetch(url, { headers: { ...authorization } })
  if (!answer.ok) {
    console.log(`breaks ${url} answers ${answer.status}`)
    return 1
  }
  const points = await compare((await answer.json()) as object)
  console.log(points.sort().join("\n"))
  return points.some((one) => one.startsWith("breaks")) ? 1 : 0
}

if (require.main === module) {
  check(String(process.argv[2])).then(
    (code) => process.exit(code),
    (error: Error) => {
      console.error(`breaks ${process.argv[2]}: ${error.message}`)
      process.exit(1)
    }
  )
}
