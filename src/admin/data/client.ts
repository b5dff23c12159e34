import Medusa from "@medusajs/js-sdk"

/** Where the store's backend is; a store may serve its admin elsewhere. */
const backendUrl = __BACKEND_URL__ || "/"

/** Medusa's client, signed in as the dashboard itself is. */
export const sdk = new Medusa({
  baseUrl: backendUrl,
  auth: {
    type: __AUTH_TYPE__ || "session",
    jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ || undefined,
  },
})
