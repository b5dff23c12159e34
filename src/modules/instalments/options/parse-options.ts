import type { z } from "@medusajs/framework/zod"
import { isLoopback } from "./addresses"
import { optionsSchema } from "./schema"

type Parsed = z.output<typeof optionsSchema>

/**
 * The plugin's options, checked. `clientSecret`, `signingSecret` and `callback.key` are
 * lists, newest first; `callback.key` is the signing secrets unless it was given;
 * `storefront.origins` always holds the origins of the templates and of `backendUrl`,
 * whose payment links are pages to come back to; `clockOffset` and
 * `paymentLink.validFor` are milliseconds.
 */
export type InstalmentsOptions = Omit<Parsed, "callback"> & {
  callback: Parsed["callback"] & { key: string[] }
}

/** Names every wrong or missing option and what was expected, and no secret's value. */
export class WrongOptions extends Error {
  constructor(readonly problems: string[]) {
    const lines = problems.map((problem) => `  - ${problem}`)
    super(
      ["medusa-payment-instalments has wrong options:", ...lines].join("\n")
    )
  }
}

/**
 * Parses the plugin's options when Medusa boots.
 *
 * Keys of sandbox and production cannot be mixed up by accident: the two
 * secrets must differ; production refuses a loopback or sandbox-like `baseUrl`
 * and secrets that name a sandbox; sandbox refuses secrets that name
 * production.
 *
 * @throws WrongOptions
 */
export function parseOptions(input: unknown): InstalmentsOptions {
  const parsed = optionsSchema.safeParse(input ?? {})
  const problems = parsed.success
    ? mixUps(parsed.data)
    : parsed.error.issues.map(
        ({ path, message }) => `${path.join(".") || "options"}: ${message}`
      )
  if (!parsed.success || problems.length > 0) {
    throw new WrongOptions(problems)
  }
  const { data } = parsed
  const { successUrl, cancelUrl, orderUrl, origins } = data.storefront
  const own = [successUrl, cancelUrl, orderUrl, data.backendUrl, ...origins]
  return {
    ...data,
    storefront: {
      ...data.storefront,
      origins: [...new Set(own.map((url) => new URL(url).origin))],
    },
    callback: {
      ...data.callback,
      key: data.callback.key ?? data.signingSecret,
    },
  }
}

function mixUps(options: Parsed): string[] {
  const { environment, baseUrl, clientSecret, signingSecret } = options
  const production = environment === "production"
  const { hostname } = new URL(baseUrl)
  const foreign = production ? /sandbox|uat|test/i : /prod|live/i
  const checks: [boolean, string][] = [
    [
      clientSecret.some((one) => signingSecret.includes(one)),
      "signingSecret: expected another value than clientSecret",
    ],
    [
      production && (isLoopback(hostname) || /sandbox|uat/i.test(hostname)),
      "baseUrl: expected the production address in environment production",
    ],
    [
      clientSecret.some((one) => foreign.test(one)),
      `clientSecret: names another environment than ${environment}`,
    ],
    [
      signingSecret.some((one) => foreign.test(one)),
      `signingSecret: names another environment than ${environment}`,
    ],
    [
      production && options.clockOffset !== 0,
      "clockOffset: expected none in environment production",
    ],
  ]
  return checks.filter(([wrong]) => wrong).map(([, problem]) => problem)
}
