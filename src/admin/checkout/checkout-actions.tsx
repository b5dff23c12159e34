import type { CheckoutDetail } from "../../api/admin/instalments/answers"
import { Actions } from "../display/actions"

/** What can be done with a checkout and is not offered beside a problem. */
export function CheckoutActions({ checkout }: { checkout: CheckoutDetail }) {
  const offered = new Set(
    checkout.attention.flatMap(({ actions }) => actions.map(({ path }) => path))
  )
  const rest = checkout.actions.filter(({ path }) => !offered.has(path))
  return <Actions actions={rest} />
}
