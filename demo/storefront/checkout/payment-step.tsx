import { useState } from "react"
import { PROVIDER_ID } from "medusa-payment-instalments-storefront"
import { useInstalmentOffer } from "medusa-payment-instalments-storefront/react"
import { Failure } from "../parts/notice"
import { regionId, store } from "../shop/connection"
import { useAnswer } from "../shop/use-answer"
import { ByInstalments } from "./by-instalments"
import { AlreadyPaid } from "./lead-to-order"
import { PayLater } from "./pay-later"
import { Step } from "./step"
import type { StepProps } from "./use-step"

const LATER = "pp_system_default"

export function PaymentStep(props: StepProps) {
  return (
    <Step {...props} name="payment" title="Payment">
      <Ways {...props} />
    </Step>
  )
}

/** The ways to pay that the store's region has, and the button of one. */
function Ways({ cart }: StepProps) {
  const [chosen, choose] = useState("")
  const { offer, hint, error } = useInstalmentOffer(
    { cartId: cart.id },
    cart.total
  )
  const { data, error: failure } = useAnswer(
    () => store.payment.listPaymentProviders({ region_id: regionId }),
    []
  )
  if (!data || !offer) {
    return <Failure error={failure ?? error ?? undefined} />
  }
  const ids = data.payment_providers.map(({ id }) => id)
  if (offer.reason === "already_paid") {
    return <AlreadyPaid cart={cart} orderId={offer.orderId} />
  }
  return (
    <fieldset className="choices">
      <legend className="hidden">How do you want to pay?</legend>
      {ids.includes(PROVIDER_ID) && (
        <ByInstalments
          cart={cart}
          offer={offer}
          hint={hint}
          isChosen={chosen === PROVIDER_ID}
          choose={() => choose(PROVIDER_ID)}
        />
      )}
      {ids.includes(LATER) && (
        <PayLater
          cart={cart}
          isChosen={chosen === LATER}
          choose={() => choose(LATER)}
        />
      )}
    </fieldset>
  )
}
