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

/** The same, parsed, with some of them changed. */
export const optionsWith = (
  changes: Partial<typeof given> & { clockOffset?: string }
) => parseOptions({ ...given, ...changes })
