import { Alert } from "@medusajs/ui"
import type { CheckoutDetail } from "../../api/admin/instalments/answers"
import { Actions } from "../display/actions"

/** What is wrong with a checkout and the next human action, each in a box. */
export function Problems({ checkout }: { checkout: CheckoutDetail }) {
  if (checkout.attention.length === 0) {
    return null
  }
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4">
      {checkout.attention.map(({ key, title, text, actions, note_needed }) => (
        <Alert key={key} variant="error">
          <div className="flex flex-col gap-y-2">
            <span className="txt-compact-small-plus">{title}</span>
            <span className="break-words">{text}</span>
            <Actions actions={actions} noteNeeded={note_needed} />
          </div>
        </Alert>
      ))}
    </div>
  )
}
