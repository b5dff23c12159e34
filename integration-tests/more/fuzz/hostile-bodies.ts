import { gzipSync } from "node:zlib"
import * as fc from "fast-check"
import { LONGEST_CALLBACK } from "../../../src/modules/instalments/callback/read-body"

/** The longest that is read, and what is not. */
const SIZES = [LONGEST_CALLBACK, LONGEST_CALLBACK + 1]

const text = () =>
  fc.oneof(fc.string({ unit: "binary" }), fc.string(), fc.constant("\0"))

/** Values of a callback's fields, sensible or not. */
const value = (references: string[]) =>
  fc.oneof(
    fc.constantFrom<unknown>(...references, "successful", "cancelled"),
    fc.constantFrom<unknown>(3, -0, 1e308, 2 ** 53, null, true, [], {}),
    text(),
    fc.jsonValue({ maxDepth: 3 })
  )

/** JSON that no serialiser writes, and a parser may still get. */
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
const fields = (references: string[]) =>
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
      },
      { requiredKeys: [] }
    )
    .chain((known) =>
      fc
        .tuple(
          fc.dictionary(fc.string(), value(references), { maxKeys: 3 }),
          // Seldom, as it is hardly ever the checkout's.
          fc.oneof(
            { weight: 4, arbitrary: fc.constant({}) },
            {
              weight: 1,
              arbitrary: fc.record({
                amount: value(references),
                currency: value(references),
              }),
            }
          )
        )
        .map(([more, sums]) => ({ ...more, ...sums, ...known }))
    )

/** The bytes of a body: a callback, something like it, or anything. */
export const bodies = (references: string[]): fc.Arbitrary<Buffer> =>
  fc.oneof(
    fields(references).map((callback) => Buffer.from(JSON.stringify(callback))),
    oddJson(references).map((json) => Buffer.from(json)),
    fc.json().map((json) => Buffer.from(json)),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc
      .oneof(fc.integer({ min: 0, max: 70_000 }), fc.constantFrom(...SIZES))
      .map((size) => Buffer.alloc(size, '{"status":"successful"}')),
    fields(references).map((callback) => gzipSync(JSON.stringify(callback)))
  )
