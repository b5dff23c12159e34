import { JSX } from "react"
import { CreditCard } from "@lib/ui"

/** The payment providers that this shop has a name for; it shows no others. */
export const paymentInfoMap: Record<
  string,
  { title: string; icon: JSX.Element }
> = {
  pp_system_default: {
    title: "Bank transfer",
    icon: <CreditCard />,
  },
  // Add more payment providers here
}
