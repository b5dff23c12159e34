import { sdk } from "@lib/config"
import { convertToLocale } from "@lib/util/money"

type Props = { params: Promise<{ id: string }> }

export default async function OrderPage({ params }: Props) {
  const { id } = await params
  const { order } = await sdk.store.order.retrieve(id)
  const { total: amount, currency_code } = order

  return (
    <>
      <h1>Thank you!</h1>
      <p data-testid="order-id">{order.id}</p>
      <p data-testid="order-total">
        {convertToLocale({ amount, currency_code })}
      </p>
    </>
  )
}
