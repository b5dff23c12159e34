import { retrieveCart } from "@lib/data/cart"
import CheckoutForm from "@modules/checkout/templates/checkout-form"
import { notFound } from "next/navigation"

type Props = {
  params: Promise<{ countryCode: string }>
  searchParams: Promise<{ step?: string }>
}

export default async function CheckoutPage({ params, searchParams }: Props) {
  const { countryCode } = await params
  const { step = "address" } = await searchParams
  const cart = await retrieveCart()
  if (!cart) {
    notFound()
  }

  return <CheckoutForm cart={cart} countryCode={countryCode} step={step} />
}
