import { paymentInfoMap } from "@lib/constants"
import { ReactNode } from "react"

type Props = {
  paymentInfoMap: typeof paymentInfoMap
  paymentProviderId: string
  selectedPaymentOptionId: string
  children?: ReactNode
}

export default function PaymentContainer({
  paymentInfoMap,
  paymentProviderId,
  selectedPaymentOptionId,
  children,
}: Props) {
  const { title, icon } = paymentInfoMap[paymentProviderId]

  return (
    <>
      <label>
        <input
          type="radio"
          name="provider"
          value={paymentProviderId}
          defaultChecked={paymentProviderId === selectedPaymentOptionId}
        />{" "}
        {title} {icon}
      </label>
      {children}
    </>
  )
}
