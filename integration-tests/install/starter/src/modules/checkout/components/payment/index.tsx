"use client"

import { paymentInfoMap } from "@lib/constants"
import { initiatePaymentSession } from "@lib/data/cart"
import { HttpTypes } from "@medusajs/types"
import ErrorMessage from "@modules/checkout/components/error-message"
import PaymentContainer from "@modules/checkout/components/payment-container"
import { usePathname, useRouter, useSearchParams } from "next/navigation"
import { useState } from "react"

type Props = {
  cart: HttpTypes.StoreCart
  availablePaymentMethods: HttpTypes.StorePaymentProvider[]
}

export default function Payment({ cart, availablePaymentMethods }: Props) {
  const router = useRouter()
  const pathname = usePathname()
  const isOpen = useSearchParams().get("step") === "payment"
  const [selectedPaymentMethod, select] = useState("")
  const [error, setError] = useState<string | null>(null)

  async function goOn() {
    try {
      await initiatePaymentSession(cart, { provider_id: selectedPaymentMethod })
      router.push(`${pathname}?step=review`)
    } catch (failure) {
      setError(String(failure))
    }
  }

  return (
    <section>
      {isOpen && (
        <>
          <fieldset
            onChange={({ target }) =>
              select((target as unknown as HTMLInputElement).value)
            }
          >
            <legend>Payment</legend>
            <ul>
              {availablePaymentMethods.map((paymentMethod) => (
                <li key={paymentMethod.id}>
                  <div>
                    {paymentInfoMap[paymentMethod.id] && (
                      <PaymentContainer
                        paymentInfoMap={paymentInfoMap}
                        paymentProviderId={paymentMethod.id}
                        selectedPaymentOptionId={selectedPaymentMethod}
                      />
                    )}
                  </div>
                </li>
              ))}
            </ul>
          </fieldset>
          <button disabled={!selectedPaymentMethod} onClick={goOn}>
            Continue to review
          </button>
          <ErrorMessage error={error} />
        </>
      )}
    </section>
  )
}
