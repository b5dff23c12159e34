import { listCartPaymentMethods } from "@lib/data/payment"
import { HttpTypes } from "@medusajs/types"
import Addresses from "@modules/checkout/components/addresses"
import Payment from "@modules/checkout/components/payment"
import PaymentButton from "@modules/checkout/components/payment-button"
import Shipping from "@modules/checkout/components/shipping"

type Props = { cart: HttpTypes.StoreCart; countryCode: string; step: string }

export default async function CheckoutForm({ cart, countryCode, step }: Props) {
  const paymentMethods = await listCartPaymentMethods(cart.region?.id ?? "")

  return (
    <div className="w-full grid grid-cols-1 gap-y-8">
      {step === "address" && <Addresses countryCode={countryCode} />}
      {step === "delivery" && (
        <Shipping cartId={cart.id} countryCode={countryCode} />
      )}
      <Payment cart={cart} availablePaymentMethods={paymentMethods} />
      {step === "review" && <PaymentButton cart={cart} />}
    </div>
  )
}
