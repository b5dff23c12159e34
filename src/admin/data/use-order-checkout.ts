import { useQuery } from "@tanstack/react-query"
import type {
  CheckoutAnswer,
  CheckoutList,
} from "../../api/admin/instalments/answers"
import { sdk } from "./client"
import { CONSOLE_KEY, ROUTES } from "./routes"

/** The checkout that paid an order; null when it was paid otherwise. */
export function useOrderCheckout(orderId: string) {
  return useQuery({
    queryKey: [CONSOLE_KEY, "order", orderId],
    queryFn: async () => {
      const { checkouts } = await sdk.client.fetch<CheckoutList>(
        ROUTES.checkouts,
        { query: { order_id: orderId, limit: 1 } }
      )
      const id = checkouts[0]?.id
      if (!id) {
        return null
      }
      const path = `${ROUTES.checkouts}/${id}`
      const { checkout } = await sdk.client.fetch<CheckoutAnswer>(path)
      return checkout
    },
  })
}
