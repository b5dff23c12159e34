import { z } from "@medusajs/framework/zod"
import { address, template } from "./addresses"
import { parseDuration } from "./parse-duration"

const secret = z
  .string({ error: "expected a text of at least 8 characters" })
  .min(8, "expected at least 8 characters")

const timeZone = z.string().refine(
  (zone) => {
    try {
      return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }))
    } catch {
      return false
    }
  },
  { error: "expected an IANA time zone like Africa/Johannesburg" }
)

const duration = z
  .string()
  .refine((text) => parseDuration(text) !== undefined, {
    error: "expected an ISO 8601 duration like P1D",
  })
  .transform((text) => parseDuration(text) ?? 0)

const algorithm = z
  .string()
  .transform((name) => name.toLowerCase().replace(/^hmac-?|-/g, ""))
  .pipe(z.enum(["sha512", "sha256"]))

/** The plugin's options, each by itself; see `parseOptions` for the whole. */
export const optionsSchema = z.strictObject({
  environment: z.enum(["sandbox", "production"]),
  baseUrl: address,
  clientSecret: secret,
  signingSecret: secret,
  backendUrl: address,
  storefront: z.strictObject({
    successUrl: template,
    cancelUrl: template,
    orderUrl: template,
    origins: z.array(address).default([]),
  }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "expected an ISO 4217 code like ZAR")
    .default("ZAR"),
  timeZone: timeZone.default("Africa/Johannesburg"),
  refunds: z
    .strictObject({
      approval: z.enum(["automatic", "manual"]).default("automatic"),
      sameDay: z.enum(["schedule", "reject"]).default("schedule"),
    })
    .prefault({}),
  unplacedPayments: z.enum(["refund", "hold"]).default("refund"),
  presentation: z.enum(["redirect", "iframe"]).default("redirect"),
  callback: z
    .strictObject({
      algorithm: algorithm.default("sha512"),
      encoding: z.enum(["base64", "hex"]).default("base64"),
      key: secret.optional(),
      settleBudgetMs: z.number().int().min(100).max(60_000).default(8_000),
    })
    .prefault({}),
  reconcile: z
    .strictObject({
      /** When a pending checkout is first looked at (States: about 1 hour). */
      firstLookAfter: duration.prefault("PT1H"),
    })
    .prefault({}),
  clockOffset: duration.prefault("PT0S"),
})
