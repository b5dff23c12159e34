import { useQuery } from "@tanstack/react-query"
import type {
  CheckoutAnswer,
  CheckoutList,
} from "../../api/admin/instalments/answers"
import { sdk } from "./client"
import { isOfInterest, orderPayments } from "./order-payments"
import { CONSOLE_KEY, ROUTES } from "./routes"

/** More checkouts than one order has ever had. */
const MOST = 100

/** An order's instalment payments with their stories, and what is waited for. */
export function useOrderPayments(orderId: string) {
  return useQuery({
    queryKey: [CONSOLE_KEY, "order", orderId],
    queryFn: async () => {
      const { checkouts } = await sdk.client.fetch<CheckoutList>(
        ROUTES.checkouts,
        { query: { order_id: orderId, limit: MOST } }
      )
      const details = await Promise.all(
        checkouts.filter(isOfInterest).map(({ id }) => readDetail(id))
      )
      return orderPayments(details)
    },
  })
}

async function readDetail(id: string) {
  const path = `${ROUTES.checkouts}/${id}`
  const { checkout } = await sdk.client.fetch<CheckoutAnswer>(path)
  return checkout
}
