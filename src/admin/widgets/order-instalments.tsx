import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/types"
import { OrderCheckout } from "../checkout/order-checkout"
import { paymentMethod } from "../checkout/payment-method"

export const config = defineWidgetConfig({
  zone: "order.details.side.after",
  id: "medusa-payment-instalments:order",
})

/** What happened to an order's instalment payment; nothing on other orders. */
const OrderInstalments = ({ data: order }: DetailWidgetProps<AdminOrder>) => {
  const method = paymentMethod(order)
  if (method === "other") {
    return null
  }
  return (
    <OrderCheckout orderId={order.id} isCertain={method === "instalments"} />
  )
}
export default OrderInstalments
