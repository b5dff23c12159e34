import { Alert, Container, Heading } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { CheckoutDetail } from "../../api/admin/instalments/answers"
import { Actions } from "../actions/actions"
import { amountText, planText } from "../display/format"
import { OutcomeBadge } from "../display/states"
import { Fact, Prose, Reference } from "../display/values"

/** The container of the order page's widget, whatever stands in it. */
export function CheckoutSection({
  actions,
  children,
}: {
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <Container className="divide-y p-0" role="region" aria-label="Instalments">
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <Heading level="h2">Instalments</Heading>
        {actions}
      </div>
      {children}
    </Container>
  )
}

/** What can be done with a checkout and is not offered beside a problem. */
export function CheckoutActions({ checkout }: { checkout: CheckoutDetail }) {
  const offered = new Set(
    checkout.attention.flatMap(({ actions }) => actions.map(({ path }) => path))
  )
  const rest = checkout.actions.filter(({ path }) => !offered.has(path))
  return <Actions actions={rest} />
}

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

/** What was agreed, where it stands, and the references for support. */
export function Facts({ checkout }: { checkout: CheckoutDetail }) {
  const { amount, currency, number_of_payments, status } = checkout
  return (
    <>
      <Fact name="Amount">{amountText(amount, currency)}</Fact>
      <Fact name="Instalments">
        {number_of_payments
          ? planText(amount, number_of_payments, currency)
          : "Not chosen yet"}
      </Fact>
      <Fact name="Status">
        <OutcomeBadge outcome={checkout.outcome} />
        <span>{`Service says: ${status ?? "nothing yet"}`}</span>
      </Fact>
      <Fact name="Checkout id">
        <Reference id={checkout.checkout_id} what="checkout id" />
      </Fact>
      <Fact name="Client reference">
        <Reference id={checkout.id} what="client reference" />
      </Fact>
    </>
  )
}
