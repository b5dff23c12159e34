import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"

/** Tells the shop's people on which plan an order was paid. */
export default async function instalmentsOrderPlaced({
  event: { data },
  container,
}: SubscriberArgs<{ id: string }>) {
  const { data: orders } = await container.resolve("query").graph({
    entity: "order",
    fields: ["display_id", "cart.instalments_checkouts.*"],
    filters: { id: data.id },
  })
  const [order] = orders
  const paid = order?.cart?.instalments_checkouts?.find(
    (one: { status: string | null; outcome: string } | null) =>
      one?.status === "successful" && ["open", "placed"].includes(one.outcome)
  )
  if (paid) {
    // Only the callback tells their number, and it may be lost.
    const plan = paid.number_of_payments
      ? `${paid.number_of_payments} payments`
      : "instalments"
    const logger = container.resolve("logger")
    logger.info(`Order ${order.display_id} is paid in ${plan}`)
  }
}

export const config: SubscriberConfig = { event: "order.placed" }
