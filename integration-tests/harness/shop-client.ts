import type { Store } from "./with-store"

/** The storefront's client, as a shop uses it. */
export async function shopClient({ api, shop }: Store) {
  const { createInstalments } = await import("../../src/storefront/index.js")
  return createInstalments({
    baseUrl: api.defaults.baseURL!,
    publishableKey: String(shop.headers["x-publishable-api-key"]),
  })
}
