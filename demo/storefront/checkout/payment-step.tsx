import { useState } from "react"
import { PROVIDER_ID } from "medusa-payment-instalments/storefront"
import { Failure } from "../parts/notice"
import { instalments, regionId, store } from "../shop/connection"
import { useAnswer } from "../shop/use-answer"
import { AlreadyPaid } from "./lead-to-order"
import { PayInstalments } from "./pay-instalments"
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
  const { data, error } = useAnswer(async () => {
    const [ways, offer] = await Promise.all([
      store.payment.listPaymentProviders({ region_id: regionId }),
      instalments.offer({ cartId: cart.id }),
    ])
    return { ids: ways.payment_providers.map(({ id }) => id), offer }
  }, [cart.id, cart.total])
  if (!data) {
    return <Failure error={error} />
  }
  const { ids, offer } = data
  if (offer.reason === "already_paid") {
    return <AlreadyPaid cart={cart} orderId={offer.orderId} />
  }
  return (
    <fieldset className="choices">
      <legend className="hidden">How do you want to pay?</legend>
      {ids.includes(PROVIDER_ID) && (
        <PayInstalments
          cart={cart}
          offer={offer}
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
