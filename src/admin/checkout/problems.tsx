import { Alert } from "@medusajs/ui"
import type { CheckoutDetail } from "../../api/admin/instalments/answers"
import { Actions } from "../display/actions"
import { Prose } from "../display/prose"

/** What is wrong with a checkout and the next human action, each in a box. */
export function Problems({ checkout }: { checkout: CheckoutDetail }) {
  const { attention, contradiction } = checkout
  if (attention.length === 0 && !contradiction) {
    return null
  }
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4">
      {attention.map(({ key, title, text, actions, note_needed }) => (
        <Alert key={key} variant="error">
          <div className="flex flex-col gap-y-2">
            <span className="txt-compact-small-plus">{title}</span>
            <span className="break-words">
              <Prose>{text}</Prose>
            </span>
            <Actions actions={actions} noteNeeded={note_needed} />
          </div>
        </Alert>
      ))}
      {contradiction && (
        <Alert variant="warning">
          <Prose>{`The service says ${contradiction} now, after it said successful. Nothing was changed; ask its support which is true.`}</Prose>
        </Alert>
      )}
    </div>
  )
}
