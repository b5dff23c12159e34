import { sdk } from "@lib/config"

export async function listCartPaymentMethods(region_id: string) {
  const { payment_providers } = await sdk.store.payment.listPaymentProviders({
    region_id,
  })
  return payment_providers
}
