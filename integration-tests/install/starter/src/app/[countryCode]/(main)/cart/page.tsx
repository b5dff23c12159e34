import { retrieveCart } from "@lib/data/cart"
import Summary from "@modules/cart/templates/summary"

type Props = { params: Promise<{ countryCode: string }> }

export default async function CartPage({ params }: Props) {
  const { countryCode } = await params
  const cart = await retrieveCart()

  return cart?.items?.length ? (
    <Summary cart={cart} countryCode={countryCode} />
  ) : (
    <p>Your cart is empty.</p>
  )
}
