import { parseOptions } from "../../../modules/instalments/options/parse-options"

/** A store's options as its medusa-config holds them. */
export const given = {
  environment: "sandbox",
  baseUrl: "http://localhost:4010",
  clientSecret: "sandbox-client-secret",
  signingSecret: "sandbox-signing-secret",
  backendUrl: "http://localhost:9000",
  storefront: {
    successUrl: "http://localhost:8000/return",
    cancelUrl: "http://localhost:8000/checkout",
    orderUrl: "http://localhost:8000/order/{order_id}",
  },
}

type KeyName = "clientSecret" | "signingSecret"

/** The same, parsed, with some of them changed. */
export const optionsWith = (
  changes: Partial<Omit<typeof given, KeyName>> &
    Partial<Record<KeyName, string | string[]>> & {
      clockOffset?: string
      callback?: object
    }
) => parseOptions({ ...given, ...changes })
