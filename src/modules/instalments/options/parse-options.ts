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
 * The two secrets must differ. Production refuses a loopback `baseUrl`, any other
 * `http` address but loopback, and a shifted clock.
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

/** Words of the other environment; the short ones alone, as keys are random texts. */
const OTHER = {
  production: /sandbox|(?<![a-z\d])(uat|test)(?![a-z])/i,
  sandbox: /production|(?<![a-z\d])(prod|live)(?![a-z])/i,
}

/**
 * The options that look like another environment's, by name. A genuine one may look so
 * too: it is no reason to refuse it.
 */
export function likeAnother(options: InstalmentsOptions): string[] {
  const { environment, baseUrl, clientSecret, signingSecret } = options
  const texts = {
    baseUrl: [new URL(baseUrl).hostname],
    clientSecret,
    signingSecret,
    "callback.key": options.callback.key.filter(
      (key) => !signingSecret.includes(key)
    ),
  }
  return Object.entries(texts)
    .filter(([, values]) => values.some((one) => OTHER[environment].test(one)))
    .map(([name]) => name)
}

function mixUps(options: Parsed): string[] {
  const { environment, baseUrl, clientSecret, signingSecret } = options
  const production = environment === "production"
  const checks: [boolean, string][] = [
    [
      clientSecret.some((one) => signingSecret.includes(one)),
      "signingSecret: expected another value than clientSecret",
    ],
    [
      production && isLoopback(new URL(baseUrl).hostname),
      "baseUrl: expected the production address in environment production",
    ],
    [
      production && options.clockOffset !== 0,
      "clockOffset: expected none in environment production",
    ],
    ...addressesOf(options).map(([name, url]): [boolean, string] => [
      production && isPlain(url),
      `${name}: expected https:// in environment production`,
    ]),
  ]
  return checks.filter(([wrong]) => wrong).map(([, problem]) => problem)
}

/** Every address of the options, by name. */
function addressesOf(options: Parsed): [string, string][] {
  const { baseUrl, backendUrl, furtherBackendUrls, storefront } = options
  const { origins, ...pages } = storefront
  const groups = {
    "": { baseUrl, backendUrl },
    "furtherBackendUrls.": furtherBackendUrls,
    "storefront.": pages,
    "storefront.origins.": origins,
  }
  return Object.entries(groups).flatMap(([group, urls]) =>
    Object.entries(urls).map(([name, url]): [string, string] => [
      group + name,
      url,
    ])
  )
}

/** Whether it is `http`, and of another machine. */
function isPlain(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === "http:" && !isLoopback(hostname)
}
