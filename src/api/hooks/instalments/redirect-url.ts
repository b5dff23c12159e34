import { fillTemplate } from "../../../modules/instalments/rules"
import type {
  InstalmentsModuleService,
  ReturningShopper,
} from "../../../modules/instalments/types"

/**
 * Where the shopper's browser goes after paying: to the order's page once a cart's
 * order is there, else to where the checkout was opened to return to.
 */
export function redirectUrl(
  { options }: InstalmentsModuleService,
  checkout: ReturningShopper
): string {
  const values = {
    cart_id: checkout.cart_id ?? "",
    country_code: checkout.country_code ?? "",
  }
  const { orderUrl, successUrl } = options.storefront
  return checkout.order_id && checkout.cart_id
    ? fillTemplate(orderUrl, { ...values, order_id: checkout.order_id })
    : (checkout.success_url ?? fillTemplate(successUrl, values))
}
