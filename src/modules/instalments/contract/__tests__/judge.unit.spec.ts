import { judgeDocument, type Judged } from "../judge"
import {
  answers,
  plainDocument,
  sandboxDocument,
  sender,
  type Json,
} from "./documents"

const judge = (document: unknown, of = sender) =>
  judgeDocument(JSON.stringify(document), of) as Judged
const points = (judged: Judged, verdict: string) =>
  judged.points.filter((one) => one.verdict === verdict)
/** `where what` of the points that break. */
const breaking = (document: unknown) =>
  points(judge(document), "breaks").map(({ where, what }) => `${where} ${what}`)
const handled = (document: unknown) =>
  points(judge(document), "handled").map(({ where, what, then }) =>
    [where, what, then].join(" ")
  )

const attributesOf = (document: Json) =>
  document.components.schemas.Checkout.properties.attributes
const requestOf = (document: Json) =>
  document.components.schemas.CheckoutRequest.properties.checkout
/** The sandbox's document with a change. */
const changed = (change: (document: Json) => void) => {
  const document = sandboxDocument()
  change(document)
  return document
}

describe("a document that fits", () => {
  it("is the sandbox's own, OpenAPI 3.1 with references", () => {
    const judged = judge(sandboxDocument())
    expect(judged.verdict).toBe("fits")
    expect(points(judged, "handled")).toEqual([])
    expect(points(judged, "fits")).toContainEqual(
      expect.objectContaining({ where: "POST /api/checkouts 201.payment_url" })
    )
  })

  it("is a bare OpenAPI 3.0, of which most is not said", () => {
    const judged = judge(plainDocument())
    expect(judged.verdict).toBe("fits")
    const unsaid = points(judged, "not_said").map(({ where }) => where)
    expect(unsaid).toEqual(
      expect.arrayContaining([
        "POST /api/checkouts body",
        "GET /api/checkouts/:id 200.data.attributes.status",
        "GET /api/config 200.rules[].from_amount",
        "callback",
      ])
    )
  })

  it.each([
    ["names its servers' path apart", "", "https://pay.example/api"],
    ["has a slash at the end", "/api", "https://pay.example"],
  ])("%s", (_, prefix, url) => {
    const { paths } = plainDocument()
    const written = Object.entries(paths as Json).map(([path, one]) => [
      `${prefix}${path.replace("/api", "")}/`,
      one,
    ])
    const document = {
      ...{ openapi: "3.1.0", servers: [{ url }] },
      paths: Object.fromEntries(written),
    }
    expect(judge(document).verdict).toBe("fits")
  })

  it("stands below the path of the service's own address", () => {
    const { paths } = plainDocument()
    const written = Object.entries(paths as Json).map(([path, one]) => [
      `/uat${path}`,
      one,
    ])
    const document = { openapi: "3.1.0", paths: Object.fromEntries(written) }
    const below = { ...sender, baseUrl: "https://pay.example/uat/" }
    expect(judge(document, below).verdict).toBe("fits")
    expect(judge(document).verdict).toBe("breaks")
  })

  it("describes what it answers as all of several schemas", () => {
    const document = changed(({ components }) => {
      const { Checkout } = components.schemas
      const { id, type, attributes } = Checkout.properties
      components.schemas.Named = { type: "object", properties: { id, type } }
      components.schemas.Checkout = {
        allOf: [
          { $ref: "#/components/schemas/Named" },
          { type: "object", properties: { attributes } },
        ],
        required: ["id", "type", "attributes"],
      }
    })
    expect(judge(document).verdict).toBe("fits")
  })

  it("describes pages as an object", () => {
    const document = changed(({ paths }) => {
      paths["/api/checkouts"].get.parameters = [
        {
          ...{ name: "page", in: "query", style: "deepObject" },
          schema: {
            type: "object",
            properties: {
              number: { type: "integer" },
              items: { type: "integer", maximum: 100 },
            },
          },
        },
      ]
    })
    expect(judge(document).verdict).toBe("fits")
  })
})

describe("a difference that is handled", () => {
  it("is a new status, which is no end", () => {
    const document = changed((one) => {
      attributesOf(one).properties.status.enum.push("expired")
    })
    expect(judge(document).verdict).toBe("handled")
    expect(handled(document)).toContainEqual(
      expect.stringMatching(
        /GET \/api\/checkouts\/:id 200.data.attributes.status may be "expired".*is no end/
      )
    )
  })

  it.each<[string, (document: Json) => void, RegExp]>([
    [
      "a new field of an answer",
      (one) => (attributesOf(one).properties.expires_at = { type: "string" }),
      /attributes\.expires_at is not in the API specification\. Unknown fields are not read/,
    ],
    [
      "a new optional field of a request",
      (one) => (requestOf(one).properties.locale = { type: "string" }),
      /body\.checkout\.locale is described and not sent\. It is optional: left out/,
    ],
    [
      "a field that may be null",
      (one) =>
        (attributesOf(one).properties.created_at = {
          type: ["string", "null"],
        }),
      /created_at may be null too/,
    ],
    [
      "a field that may be left out",
      (one) => attributesOf(one).required.pop(),
      /created_at may be left out/,
    ],
    [
      "amounts with a fraction",
      (one) => (attributesOf(one).properties.amount = { type: "number" }),
      /amount is a number, which may have a fraction/,
    ],
    [
      "smaller pages",
      ({ paths }) =>
        (paths["/api/checkouts"].get.parameters[1].schema.maximum = 50),
      /page\[items\] is at most 50/,
    ],
    [
      "a tighter limit",
      ({ paths }) =>
        (paths["/api/config"].get.summary = "Config (2 requests per hour)"),
      /GET \/api\/config limit is named as 2 in 3600 s; 5 in 3600 s are counted\. A 429 is obeyed/,
    ],
    [
      "a limit where none was documented",
      ({ paths }) =>
        (paths["/api/checkouts"].post.description = "10 requests a minute."),
      /POST \/api\/checkouts limit is named as 10 in 60 s; none is counted/,
    ],
    [
      "another good status",
      ({ paths }) => {
        const { responses } = paths["/api/refunds"].post
        responses["202"] = responses["200"]
        delete responses["200"]
      },
      /POST \/api\/refunds answers 202, not 200\. Any 2xx is taken/,
    ],
    [
      "a status that no one has documented",
      ({ paths }) => (paths["/api/refunds"].post.responses["409"] = {}),
      /POST \/api\/refunds 409 .*Any other 4xx is a refusal/,
    ],
    [
      "short names",
      (one) =>
        (requestOf(one).properties.line_items.items.properties.name = {
          ...{ type: "string", maxLength: 60 },
        }),
      /line_items\[\]\.name may have at most 60 characters/,
    ],
    [
      "errors of another form",
      (one) =>
        (one.components.schemas.Errors = {
          ...{ type: "object", properties: { title: { type: "string" } } },
        }),
      /errors have no list errors/,
    ],
    [
      "a strange term in the callback",
      (one) =>
        (one.components.schemas.Callback.properties.number_of_payments = {
          type: "string",
        }),
      /callback\.number_of_payments is string.*the payment counts/,
    ],
    [
      "a deprecated operation",
      ({ paths }) => (paths["/api/config"].get.deprecated = true),
      /GET \/api\/config is deprecated/,
    ],
  ])("is %s", (_, change, words) => {
    const document = changed(change)
    expect(judge(document).verdict).toBe("handled")
    expect(handled(document)).toContainEqual(expect.stringMatching(words))
  })

  it("is an answer that may have another form besides", () => {
    const document = plainDocument()
    const get = document.paths["/api/config"].get
    const { schema } = get.responses["200"].content["application/json"]
    const other = { type: "object", properties: { message: {} } }
    get.responses["200"].content["application/json"].schema = {
      oneOf: [other, schema],
    }
    expect(judge(document).verdict).toBe("fits")
    const text = { type: "object", properties: { rules: { type: "string" } } }
    get.responses["200"].content["application/json"].schema = {
      oneOf: [text, schema],
    }
    expect(handled(document)).toEqual([
      expect.stringMatching(
        /GET \/api\/config 200 may have another form too, in which rules is string/
      ),
    ])
  })
})

describe("a difference that breaks", () => {
  it.each<[string, (document: Json) => void, RegExp]>([
    [
      "a field that must be sent and is not",
      (one) => requestOf(one).required.push("store_id"),
      /body\.checkout\.store_id is required and not sent/,
    ],
    [
      "a field that only some carts have",
      (one) => (requestOf(one).properties.customer.required = ["phone_number"]),
      /customer\.phone_number is required, and is sent only where the cart has it/,
    ],
    [
      "a field that may not be sent",
      (one) => {
        requestOf(one).additionalProperties = false
        delete requestOf(one).properties.line_items
      },
      /body\.checkout\.line_items is sent, and the document allows no other/,
    ],
    [
      "an address that is an object",
      (one) =>
        (requestOf(one).properties.customer.properties.billing_address = {
          ...{ type: "object", properties: { city: { type: "string" } } },
        }),
      /billing_address is sent as string, the service wants object/,
    ],
    [
      "a reference that must be a UUID",
      (one) => (requestOf(one).properties.client_reference_id.format = "uuid"),
      /client_reference_id must be a UUID/,
    ],
    [
      "another currency",
      (one) => (requestOf(one).properties.currency = { enum: ["NAD", "BWP"] }),
      /currency is sent as "ZAR", the service takes only "NAD", "BWP"/,
    ],
    [
      "lines that must cost something",
      (one) =>
        (requestOf(one).properties.line_items.items.properties.amount.minimum =
          1),
      /line_items\[\]\.amount is sent as 0, which is outside of its bounds/,
    ],
    [
      "amounts that are texts",
      (one) => (attributesOf(one).properties.amount = { type: "string" }),
      /GET \/api\/checkouts 200\.data\[\]\.attributes\.amount is string/,
    ],
    [
      "a field that has another name",
      (one) => {
        const { properties } = attributesOf(one)
        properties.state = properties.status
        delete properties.status
      },
      /attributes\.status is read, and the document does not have it/,
    ],
    [
      "a payment that is never successful",
      (one) =>
        (attributesOf(one).properties.status.enum = ["received", "paid"]),
      /status is never "successful": no order would ever be placed/,
    ],
    [
      "an endpoint that is gone",
      ({ paths }) => delete paths["/api/refunds/{id}"],
      /GET \/api\/refunds\/:id is used, and the document does not have it/,
    ],
    [
      "a method that is gone",
      ({ paths }) => {
        paths["/api/refunds"].put = paths["/api/refunds"].post
        delete paths["/api/refunds"].post
      },
      /POST \/api\/refunds is used/,
    ],
    [
      "another authentication",
      (one) =>
        (one.components.securitySchemes.bearer = {
          ...{ type: "http", scheme: "basic" },
        }),
      /POST \/api\/checkouts security wants http basic; a bearer token is sent/,
    ],
    [
      "a header that must be sent",
      ({ paths }) =>
        paths["/api/refunds"].post.parameters.push({
          ...{ name: "Idempotency-Key", in: "header", required: true },
        }),
      /POST \/api\/refunds header Idempotency-Key is required and not sent/,
    ],
    [
      "pages of another name",
      ({ paths }) =>
        (paths["/api/checkouts"].get.parameters[1].name = "page[size]"),
      /query page\[items\] is sent, and the document has page\[number\], page\[size\]/,
    ],
    [
      "a request that is no JSON",
      ({ paths }) => {
        const { requestBody } = paths["/api/refunds"].post
        requestBody.content = { "application/x-www-form-urlencoded": {} }
      },
      /body is sent as application\/json, the service takes application\/x-www/,
    ],
    [
      "an answer without a body",
      ({ paths }) => {
        const { responses } = paths["/api/refunds"].post
        responses["204"] = { description: "" }
        delete responses["200"]
      },
      /POST \/api\/refunds 204 has no body, and one is read/,
    ],
    [
      "payment_url at a place where nobody reads it",
      ({ paths }) => {
        const { schema } =
          paths["/api/checkouts"].post.responses["201"].content[
            "application/json"
          ]
        schema.properties.links = {
          ...{ type: "object", properties: { payment_url: {} } },
        }
        delete schema.properties.payment_url
      },
      /201\.links\.payment_url is where payment_url stands; it is read at payment_url, data\.payment_url, data\.attributes\.payment_url/,
    ],
    [
      "a callback without its reference",
      (one) =>
        delete one.components.schemas.Callback.properties.client_reference_id,
      /callback\.client_reference_id is read/,
    ],
  ])("is %s", (_, change, words) => {
    const document = changed(change)
    expect(judge(document).verdict).toBe("breaks")
    const found = points(judge(document), "breaks")
    expect(found.map(({ where, what }) => `${where} ${what}`)).toContainEqual(
      expect.stringMatching(words)
    )
    expect(found.every(({ then }) => then.length > 10)).toBe(true)
  })

  it("is one that every alternative of a request has", () => {
    const of = (...oneOf: Json[]) =>
      changed(({ components }) => {
        components.schemas.RefundInput = {
          ...{ type: "object", properties: { amount: { type: "integer" } } },
          oneOf,
        }
      })
    const wants = (name: string) => ({ required: [name] })
    expect(breaking(of(wants("amount"), wants("order_id")))).toEqual([])
    expect(breaking(of(wants("reason"), wants("order_id")))).toEqual([
      "POST /api/refunds body.reason is required and not sent.",
    ])
  })

  it("comes first, before what is handled and what fits", () => {
    const document = changed((one) => {
      attributesOf(one).properties.status.enum.push("expired")
      requestOf(one).required.push("store_id")
    })
    const verdicts = judge(document).points.map(({ verdict }) => verdict)
    expect(verdicts).toEqual(
      [...verdicts].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
    )
    expect(verdicts[0]).toBe("breaks")
  })
})

const ORDER = ["breaks", "handled", "fits", "not_said"]

describe("where payment_url and rules stand", () => {
  it.each(["top", "data", "attributes"] as const)("is told: %s", (place) => {
    const within = (field: Json, more: Json = {}) =>
      ({
        top: { properties: { ...field, ...more } },
        data: { properties: { data: { properties: { ...field } } } },
        attributes: {
          properties: {
            data: { properties: { attributes: { properties: { ...field } } } },
          },
        },
      })[place]
    const document = plainDocument()
    const created =
      document.paths["/api/checkouts"].post.responses["201"].content[
        "application/json"
      ]
    delete created.schema.properties.payment_url
    created.schema = {
      allOf: [created.schema, within({ payment_url: { type: "string" } })],
    }
    document.paths["/api/config"].get = answers(
      within({ rules: { type: "array" } })
    )
    const judged = judge(document)
    expect(judged.verdict).toBe("fits")
    const where = {
      ...{ top: "", data: "data.", attributes: "data.attributes." },
    }[place]
    const told = points(judged, "fits").map((one) => one.where)
    expect(told).toContain(`POST /api/checkouts 201.${where}payment_url`)
    expect(told).toContain(`GET /api/config 200.${where}rules`)
  })
})
