import type { AxiosInstance } from "axios"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import type { Shop } from "./seed-shop"

const address = {
  first_name: "Thandi",
  last_name: "Nkosi",
  address_1: "1 Long Street",
  city: "Cape Town",
  postal_code: "8001",
  country_code: "za",
}

/** Where the guest lives. */
export const addresses = {
  shipping_address: address,
  billing_address: address,
}

/** A guest's cart with three mugs, an address and shipping. Answers its id. */
export async function fillCart(api: AxiosInstance, shop: Shop) {
  const { headers } = shop
  const { data } = await api.post(
    "/store/carts",
    {
      region_id: shop.regionId,
      email: "thandi@example.com",
      ...addresses,
      items: [{ variant_id: shop.variantId, quantity: 3 }],
    },
    { headers }
  )
  const cartId: string = data.cart.id
  await api.post(
    `/store/carts/${cartId}/shipping-methods`,
    { option_id: shop.shippingOptionId },
    { headers }
  )
  return cartId
}

/** Chooses instalments for the cart; `data` is what a browser may send. */
export async function chooseInstalments(
  api: AxiosInstance,
  shop: Shop,
  cartId: string,
  data: Record<string, unknown> = {}
) {
  const { headers } = shop
  const found = await api.post(
    "/store/payment-collections",
    { cart_id: cartId },
    { headers }
  )
  const answer = await api.post(
    `/store/payment-collections/${found.data.payment_collection.id}/payment-sessions`,
    { provider_id: PROVIDER_ID, data },
    { headers }
  )
  return answer.data.payment_collection.payment_sessions[0] as {
    id: string
    data: { reference: string; payment_url: string; amount: number }
  }
}
