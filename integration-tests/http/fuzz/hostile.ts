import { gzipSync } from "node:zlib"
import * as fc from "fast-check"
import { FRAMINGS, type RawRequest } from "./raw-request"

const MOST_BYTES = 70_000

const text = () =>
  fc.oneof(fc.string({ unit: "binary" }), fc.string(), fc.constant("\0"))

/** What a field of a callback may hold, sensible or not. */
const value = (references: string[]) =>
  fc.oneof(
    fc.constantFrom<unknown>(...references, "successful", "cancelled"),
    fc.constantFrom<unknown>(3, -0, 1e308, 2 ** 53, null, true, [], {}),
    text(),
    fc.jsonValue({ maxDepth: 3 })
  )

/** JSON that no serialiser would write, and every parser meets some day. */
const oddJson = (references: string[]) =>
  fc.oneof(
    fc
      .integer({ min: 1, max: 30_000 })
      .map((depth) => "[".repeat(depth) + "]".repeat(depth)),
    fc.integer({ min: 1, max: 10_000 }).map((depth) => '{"a":'.repeat(depth)),
    fc
      .tuple(fc.constantFrom(...references), text())
      .map(
        ([reference, other]) =>
          `{"client_reference_id":${JSON.stringify(other)},` +
          `"client_reference_id":"${reference}","status":"cancelled",` +
          `"status":${JSON.stringify(other)}}`
      ),
    fc
      .constantFrom("1e999", "-1e999", "9".repeat(400), "0.1e-999", "NaN")
      .map((n) => `{"number_of_payments":${n},"client_reference_id":${n}}`),
    fc.constantFrom(
      '{"__proto__":{"status":"successful"}}',
      '{"constructor":{"prototype":{"status":"successful"}}}',
      '\uFEFF{"status":"successful"}',
      '"\\ud800"',
      ""
    )
  )

/** The fields that a callback has, any of them missing, of any kind. */
export const fields = (references: string[]) =>
  fc
    .record(
      {
        client_reference_id: fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom<unknown>(...references) },
          { weight: 1, arbitrary: value(references) }
        ),
        status: fc.oneof(
          fc.constantFrom<unknown>("successful", "cancelled"),
          value(references)
        ),
        number_of_payments: value(references),
        amount: value(references),
        currency: value(references),
      },
      { requiredKeys: [] }
    )
    .chain((known) =>
      fc
        .dictionary(fc.string(), value(references), { maxKeys: 3 })
        .map((more) => ({ ...more, ...known }))
    )

/** The bytes of a body: a callback, something like it, or anything. */
export const bodies = (references: string[]): fc.Arbitrary<Buffer> =>
  fc.oneof(
    fields(references).map((callback) => Buffer.from(JSON.stringify(callback))),
    oddJson(references).map((json) => Buffer.from(json)),
    fc.json().map((json) => Buffer.from(json)),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc
      .integer({ min: 0, max: MOST_BYTES })
      .map((size) => Buffer.alloc(size, '{"status":"successful"}')),
    fields(references).map((callback) => gzipSync(JSON.stringify(callback)))
  )

/** The value of X-Signature: of any length, in any spelling, never right. */
const signature = () =>
  fc.oneof(
    fc.base64String({ maxLength: 400 }),
    fc.uint8Array({ minLength: 64, maxLength: 64 }).map(base64),
    fc.uint8Array({ maxLength: 80 }).map((b) => Buffer.from(b).toString("hex")),
    fc.integer({ min: 0, max: 20_000 }).map((size) => "A".repeat(size)),
    headerText()
  )

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64")

/** Latin-1 without control characters; rarely with them. */
const headerText = () =>
  fc.oneof(
    { weight: 19, arbitrary: latin1(/[\0-\x08\n-\x1f\x7f]/g) },
    { weight: 1, arbitrary: latin1(/(?!)/g) }
  )

const latin1 = (without: RegExp) =>
  fc
    .uint8Array({ maxLength: 40 })
    .map((bytes) => Buffer.from(bytes).toString("latin1").replace(without, ""))

const header = (): fc.Arbitrary<[string, string]> =>
  fc.oneof(
    fc.tuple(fc.constant("X-Signature"), signature()),
    fc.tuple(
      fc.constant("Content-Type"),
      fc.oneof(
        headerText(),
        fc.constantFrom(
          ...[
            "application/json",
            "application/json; charset=utf-99",
            "text/xml",
          ],
          ...["application/x-www-form-urlencoded", "multipart/form-data", ""]
        )
      )
    ),
    fc.tuple(
      fc.constantFrom("Content-Encoding", "Accept-Encoding", "TE"),
      fc.constantFrom(
        "gzip",
        "br",
        "deflate",
        "identity",
        "rot13",
        "gzip, gzip"
      )
    ),
    fc.tuple(
      fc.constantFrom(
        ...["Cookie", "Authorization", "Origin", "Referer", "Accept", "Range"],
        ...["X-Publishable-Api-Key", "X-Medusa-Locale", "X-Forwarded-For"],
        ...["X-Forwarded-Proto", "X-HTTP-Method-Override", "X-Request-Id"],
        ...["Host", "If-None-Match", "Upgrade", "Expect", "Date", "Trailer"]
      ),
      fc.oneof(
        headerText(),
        fc.constantFrom("100-continue", "*", "connect.sid=s%3A", "Bearer x.y.z")
      )
    ),
    fc.tuple(fc.stringMatching(/^[A-Za-z0-9-]{1,30}$/), headerText())
  )

const target = () =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant("/hooks/instalments") },
    {
      weight: 2,
      arbitrary: fc
        .webQueryParameters()
        .map((query) => `/hooks/instalments?${query}`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...[
          "/hooks/instalments/",
          "//hooks//instalments",
          "/HOOKS/Instalments",
        ],
        ...[
          "/hooks/instalments?a[b][c][d]=1&a[__proto__]=2",
          "/hooks/instalments?%",
        ],
        ...["/hooks/instalments?limit=-1&fields=*", "/hooks/%69nstalments"]
      ),
    }
  )

/** Any request at all to the callback's address; none is rightly signed. */
export const hostileRequests = (
  references: string[]
): fc.Arbitrary<RawRequest> =>
  fc.record({
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constant("POST") },
      {
        weight: 1,
        arbitrary: fc.constantFrom("GET", "HEAD", "PUT", "OPTIONS", "DELETE"),
      }
    ),
    target: target(),
    headers: fc.array(header(), { maxLength: 8 }),
    framing: fc.oneof(
      { weight: 8, arbitrary: fc.constant("length" as const) },
      { weight: 4, arbitrary: fc.constantFrom(...FRAMINGS) }
    ),
    body: bodies(references),
  })
