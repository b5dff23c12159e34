import { usePrompt } from "@medusajs/ui"
import type { Action } from "../../api/admin/instalments/answers"

const QUESTIONS: Partial<Record<Action["name"], string>> = {
  refund:
    "All of this payment goes back to the shopper, and no order is placed or paid with it. This cannot be taken back.",
  settle:
    "The payment becomes an order now if its cart still allows it, or is booked on its order if that owes it.",
  retry:
    "The refund is asked for again. After a failure, do so only once the service's support has cleared the cause.",
}

/** What an action asks before it runs; undefined when it only looks. */
export function confirmation({ name }: Action): string | undefined {
  return QUESTIONS[name]
}

/** Asks a person before an action that moves money or makes an order. */
export function useConfirmation() {
  const ask = usePrompt()
  return (action: Action) =>
    ask({
      title: `${action.label}?`,
      description: confirmation(action) ?? "",
      variant: "confirmation",
      confirmText: action.label,
      cancelText: "Cancel",
    })
}
