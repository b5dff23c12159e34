import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/types"
import { OrderPayments } from "../checkout/order-payments"
import { isPaidInInstalments } from "../checkout/is-paid-in-instalments"

export const config = defineWidgetConfig({
  zone: "order.details.side.after",
  id: "medusa-payment-instalments:order",
})

/**
 * What happened to an order's instalment payments, and a link to pay what it owes;
 * nothing on orders that have neither.
 */
const OrderInstalments = ({ data: order }: DetailWidgetProps<AdminOrder>) => (
  <OrderPayments
    // The dashboard may go from one order to the next in this same place.
    key={order.id}
    order={order}
    isCertain={isPaidInInstalments(order)}
  />
)
export default OrderInstalments
