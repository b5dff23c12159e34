import type { AxiosInstance } from "axios"
import * as buying from "../../demo/shopper/buying.cjs"
import type { Shop } from "./seed-shop"

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
