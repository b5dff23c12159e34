import { z } from "@medusajs/framework/zod"
import { ALGORITHMS, ENCODINGS } from "../callback/signature"
import { address, hasUnseenEnds, NO_UNSEEN_ENDS, template } from "./addresses"

const DURATION =
  /^(-)?P(?!$)(?:(\d+)W)?(?:(\d+)D)?(?:T(?!$)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

const UNITS_MS = [604_800_000, 86_400_000, 3_600_000, 60_000, 1_000]

/**
 * An ISO 8601 duration of weeks, days, hours, minutes and seconds (`P1D`,
 * `-PT10M`) in milliseconds. Undefined when it is not one; years and months
 * have no fixed length and are not taken.
 */
function parseDuration(text: string): number | undefined {
  const match = DURATION.exec(text)
  if (!match) {
    return undefined
  }
  const [, sign, ...parts] = match
  const ms = UNITS_MS.reduce(
    (sum, unit, i) => sum + unit * Number(parts[i] ?? 0),
    0
  )
  return sign ? -ms : ms
}

/** In an exchange there are two; many more are a list that nobody tidies. */
const MOST_KEYS = 4

/**
 * A secret, or a list of them, newest first, while the service exchanges it for
 * another; always read as a list. Empty places after the first are left out, as
 * of a variable that is not set. No message holds a value.
 */
const secrets = z
  .union([z.string(), z.array(z.string().nullish()).min(1)], {
    error:
      "expected a text of at least 8 characters, or a list of such, newest first",
  })
  .transform((given) => {
    const [first, ...older] = typeof given === "string" ? [given] : given
    return [first ?? "", ...older.flatMap((one) => one || [])]
  })
  .refine((keys) => !keys.some(hasUnseenEnds), { error: NO_UNSEEN_ENDS })
  .refine((keys) => keys.every((key) => key.length >= 8), {
    error: "expected at least 8 characters",
  })
  .refine((keys) => keys.length <= MOST_KEYS, {
    error: `expected ${MOST_KEYS} keys at most`,
  })
  .refine((keys) => new Set(keys).size === keys.length, {
    error: "expected keys that differ from each other",
  })

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
  .pipe(z.enum(ALGORITHMS))

/**
 * The plugin's options, each by itself; see `parseOptions` for the whole. The
 * descriptions are the README's table of options.
 */
export const optionsSchema = z.strictObject({
  environment: z
    .enum(["sandbox", "production"])
    .describe("Which of the service's environments the other options are of."),
  baseUrl: address.describe(
    "The service's address in this environment, without `/api`."
  ),
  clientSecret: secrets.describe(
    "The bearer token of every request. A list, newest first, while it is exchanged."
  ),
  signingSecret: secrets.describe(
    "The key that signs what changes something. A list, newest first, while it is exchanged."
  ),
  backendUrl: address.describe(
    "The public address of this Medusa backend; callbacks go to `/hooks/instalments` below it."
  ),
  furtherBackendUrls: z
    .array(address)
    .default([])
    .describe(
      "Further addresses of this same backend, former ones too: what was opened under any other is taken for another store's, whose database was copied."
    ),
  storefront: z.strictObject({
    successUrl: template.describe(
      "Where the shopper lands after paying. May hold `{cart_id}` and `{country_code}`."
    ),
    cancelUrl: template.describe("Where the shopper lands after cancelling."),
    orderUrl: template.describe(
      "Where the shopper lands once the order is placed. May hold `{order_id}` too."
    ),
    origins: z
      .array(address)
      .default([])
      .describe(
        "Further origins to which a storefront may ask to be returned; those of the three addresses and of `backendUrl` are allowed."
      ),
  }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "expected an ISO 4217 code like ZAR")
    .default("ZAR")
    .describe("The currency of the account's territory."),
  timeZone: timeZone
    .default("Africa/Johannesburg")
    .describe("Whose days and hours the refund rules go by."),
  refunds: z
    .strictObject({
      approval: z
        .enum(["automatic", "manual"])
        .default("automatic")
        .describe(
          "How the service approves this integration's refunds; automatic forbids them on the day of purchase."
        ),
      sameDay: z
        .enum(["schedule", "reject"])
        .default("schedule")
        .describe(
          "What becomes of such a same-day refund: kept until 10:00 the next day, or refused in the admin."
        ),
      paused: z
        .boolean()
        .default(false)
        .describe(
          "Sends no refund to the service: for a database that was restored or copied."
        ),
    })
    .prefault({}),
  unplacedPayments: z
    .enum(["refund", "hold"])
    .default("refund")
    .describe(
      "What becomes of money for which no order can be placed: returned, or kept for a person to decide."
    ),
  completeCartWorkflow: z
    .string()
    .min(1, "expected the id of a workflow")
    .default("complete-cart")
    .describe(
      "The id of the workflow that places orders; Medusa's, or the shop's own around it."
    ),
  paymentLink: z
    .strictObject({
      validFor: duration
        .refine((ms) => ms > 0, {
          error: "expected a duration longer than nothing, like P7D",
        })
        .prefault("P7D")
        .describe(
          "For how long a payment link of an order can be used, as an ISO 8601 duration."
        ),
    })
    .prefault({}),
  presentation: z
    .enum(["redirect", "iframe"])
    .default("redirect")
    .describe(
      "How storefronts show the payment page; `iframe` needs the account to have it."
    ),
  callback: z
    .strictObject({
      algorithm: algorithm
        .prefault("sha512")
        .describe("HMAC of the callbacks' signature: `sha512` or `sha256`."),
      encoding: z
        .enum(ENCODINGS)
        .default("base64")
        .describe("Encoding of the callbacks' signature."),
      key: secrets
        .optional()
        .describe(
          "The callbacks' key, where it is not `signingSecret`. A list, newest first, while it is exchanged."
        ),
      settleBudgetMs: z
        .number()
        .int()
        .min(100)
        .max(60_000)
        .default(8_000)
        .describe(
          "How long a callback's answer waits for the order, in milliseconds."
        ),
    })
    .prefault({}),
  reconcile: z
    .strictObject({
      firstLookAfter: duration
        .prefault("PT1H")
        .describe(
          "When a pending checkout is first asked about, as an ISO 8601 duration."
        ),
    })
    .prefault({}),
  clockOffset: duration
    .prefault("PT0S")
    .describe(
      "Shifts the plugin's clock, for trying things out; refused in production."
    ),
})
