import { useState } from "react"
import type { Cart } from "../shop/load-cart"

export type StepName = "address" | "delivery" | "payment"

/** What every step is told. */
export type StepProps = {
  cart: Cart
  step: StepName
  goTo: (step: StepName | undefined) => void
}

/** The open step: the one that is changed, else the first that is not done. */
export function useStep(cart: Cart | null | undefined) {
  const [changing, goTo] = useState<StepName>()
  const next = !cart?.shipping_address?.address_1
    ? "address"
    : !cart.shipping_methods?.length
      ? "delivery"
      : "payment"
  return { step: changing ?? next, goTo } as const
}
