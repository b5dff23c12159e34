import * as fc from "fast-check"
import { bodies } from "./hostile-bodies"
import { FRAMINGS, type RawRequest } from "./raw-request"

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

/** Any request to the callback's address; none is signed correctly. */
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
