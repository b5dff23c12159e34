import { Alert, Container, Heading } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { CheckoutDetail } from "../../api/admin/instalments/answers"
import { Actions } from "../actions/actions"
import { useFormats } from "../display/format"
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
  const { t } = useTranslation("instalments")
  const title = t("checkout.onOrder.title")
  return (
    <Container className="divide-y p-0" role="region" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <Heading level="h2">{title}</Heading>
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
  const { t } = useTranslation("instalments")
  const { attention, contradiction, unknown_at } = checkout
  if (attention.length === 0 && !contradiction && !unknown_at) {
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
          {t("checkout.contradiction", { status: contradiction })}
        </Alert>
      )}
      {unknown_at && <Alert variant="warning">{t("checkout.unknown")}</Alert>}
    </div>
  )
}

/** What was agreed, where it stands, and the references for support. */
export function Facts({ checkout }: { checkout: CheckoutDetail }) {
  const { t } = useTranslation("instalments")
  const formats = useFormats()
  const { amount, currency, status } = checkout
  return (
    <>
      <Fact name={t("checkout.amount")}>
        {formats.amount(amount, currency)}
      </Fact>
      <Fact name={t("checkout.instalments")}>
        <Plan checkout={checkout} />
      </Fact>
      <Fact name={t("checkout.status")}>
        <OutcomeBadge outcome={checkout.outcome} />
        <span>
          {t("checkout.serviceSays", {
            status: status ?? t("checkout.nothingYet"),
          })}
        </span>
      </Fact>
      <Fact name={t("checkout.checkoutId")}>
        <Reference id={checkout.checkout_id} what="checkoutId" />
      </Fact>
      <Fact name={t("checkout.clientReference")}>
        <Reference id={checkout.id} what="clientReference" />
      </Fact>
    </>
  )
}

/**
 * The monthly payments, as the shop showed them: the cents that do not divide
 * are on the first ones. The service tells the number only, hence "about".
 */
function Plan({ checkout }: { checkout: CheckoutDetail }) {
  const { t } = useTranslation("instalments")
  const formats = useFormats()
  const { amount: cents, currency, number_of_payments: count } = checkout
  if (!count) {
    return t("checkout.notChosen")
  }
  const share = Math.floor(cents / count)
  const first = cents - share * count
  const amount = (cents: number) => formats.amount(cents, currency)
  return first === 0
    ? t("checkout.plan", { times: count, amount: amount(share) })
    : t("checkout.unevenPlan", {
        ...{ times: first, amount: amount(share + 1) },
        ...{ rest: count - first, restAmount: amount(share) },
      })
}
