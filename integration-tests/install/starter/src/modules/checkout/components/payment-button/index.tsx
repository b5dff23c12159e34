"use client"

import { placeOrder } from "@lib/data/cart"
import { Button } from "@lib/ui"
import { HttpTypes } from "@medusajs/types"
import ErrorMessage from "@modules/checkout/components/error-message"
import { useElements, useStripe } from "@stripe/react-stripe-js"
import { useState } from "react"

export default function PaymentButton({ cart }: { cart: HttpTypes.StoreCart }) {
  const notReady = !cart.email || !cart.shipping_methods?.length
  const paymentSession = cart.payment_collection?.payment_sessions?.find(
    ({ status }) => status === "pending"
  )

  switch (true) {
    case paymentSession?.provider_id.startsWith("pp_stripe_"):
      return <CardButton notReady={notReady} />
    case paymentSession?.provider_id === "pp_system_default":
      return <PlaceOrderButton notReady={notReady} />
    default:
      return <Button disabled>Select a payment method</Button>
  }
}

function CardButton({ notReady }: { notReady: boolean }) {
  const stripe = useStripe()
  const elements = useElements()
  const pay = async () => {
    if (!stripe || !elements) {
      return
    }
    const redirect = "if_required"
    const { error } = await stripe.confirmPayment({ elements, redirect })
    if (error) {
      throw new Error(error.message)
    }
  }

  return <PlaceOrderButton notReady={notReady || !stripe} pay={pay} />
}

type Props = { notReady: boolean; pay?: () => Promise<void> }

function PlaceOrderButton({ notReady, pay }: Props) {
  const [error, setError] = useState<string | null>(null)
  const place = async () => {
    await pay?.()
    await placeOrder()
  }

  return (
    <>
      <Button
        disabled={notReady}
        onClick={() => place().catch(({ message }) => setError(message))}
      >
        Place order
      </Button>
      <ErrorMessage error={error} />
    </>
  )
}
