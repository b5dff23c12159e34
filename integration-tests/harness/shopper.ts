import type { AxiosInstance } from "axios"
import * as buying from "../../demo/shopper/buying.cjs"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import type { Fault } from "../../src/sandbox"
import type { Shop } from "./seed-shop"
import type { Store } from "./with-store"

/**
 * A guest's cart, three mugs when nothing else is said, with an address and
 * shipping. Answers its id.
 */
export function fillCart(
  api: AxiosInstance,
  shop: Shop,
  items = [{ variant_id: shop.variantId, quantity: 3 }]
) {
  return buying.fillCart(asking(api, shop), { ...shop, items })
}

/** Chooses instalments for the cart; `data` is what a browser may send. */
export function chooseInstalments(
  api: AxiosInstance,
  shop: Shop,
  cartId: string,
  data: Record<string, unknown> = {}
) {
  return buying.choosePayment(asking(api, shop), cartId, undefined, data)
}

const asking =
  (api: AxiosInstance, { headers }: Shop) =>
  async (method: string, path: string, data?: unknown) =>
    (await api.request({ method, url: `/store${path}`, data, headers })).data

/** The store's answer to a shopper who chooses instalments; also a refusal. */
export async function tryInstalments(store: Store, cart_id: string) {
  const { data } = await store.post("/store/payment-collections", { cart_id })
  const { id } = data.payment_collection
  return store.post(`/store/payment-collections/${id}/payment-sessions`, {
    provider_id: PROVIDER_ID,
  })
}

/** The fault that lets the service answer the next creation with other attributes. */
export function createdAs(attributes: NonNullable<Fault["attributes"]>): Fault {
  return {
    ...{ kind: "other_values", attributes, times: 1 },
    ...{ method: "POST", path: "/api/checkouts", exact: true },
  }
}
