import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/types"
import { Heading, Text } from "@medusajs/ui"
import { useId } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { CheckoutDetail } from "../../api/admin/instalments/answers"
import {
  CheckoutActions,
  CheckoutSection,
  Facts,
  Problems,
} from "../checkout/checkout-section"
import { Owed } from "../checkout/owed"
import { Timeline } from "../checkout/timeline"
import { dateOf, type OrderPayments as Payments } from "../data/order-payments"
import { useBalance, useOrderPayments } from "../data/order-queries"
import { useFormats } from "../display/format"
import { Failure, Nothing, ReadState } from "../display/read-state"
import { Moment } from "../display/values"

export const config = defineWidgetConfig({
  zone: "order.details.side.after",
  id: "medusa-payment-instalments:order",
})

/**
 * What happened to an order's instalment payments, and a link to pay what it owes;
 * nothing on orders that have neither.
 */
const OrderInstalments = ({ data: order }: DetailWidgetProps<AdminOrder>) => (
  <OrderPayments
    // The dashboard may go from one order to the next in this same place.
    key={order.id}
    order={order}
    isCertain={isPaidInInstalments(order)}
  />
)
export default OrderInstalments

const PROVIDER = "pp_instalments_"

/**
 * Whether the order's own page has read a payment in instalments, so that the
 * ledger has to have its checkout. The ledger may know one where this is false:
 * of an order that was placed without its payment being recorded.
 */
function isPaidInInstalments(order: AdminOrder): boolean {
  return (order.payment_collections ?? [])
    .flatMap(({ payments }) => payments ?? [])
    .some(({ provider_id }) => provider_id.startsWith(PROVIDER))
}

/** `isCertain`: the order was paid in instalments, so there is something. */
type Props = { order: AdminOrder; isCertain: boolean }

/** The order page's widget. */
function OrderPayments({ order, isCertain }: Props) {
  const { t } = useTranslation("instalments")
  const query = useOrderPayments(order.id)
  const balance = useBalance(order.id)
  const { payments = [], waiting = [] } = query.data ?? {}
  const isKnown = isCertain || payments.length > 0 || waiting.length > 0
  const owes = balance.data !== undefined && balance.data.amount > 0
  // On an order that has nothing to do with instalments only what can be done is
  // shown, not why it cannot.
  if (!isKnown && !(owes && balance.data.reason === null)) {
    return null
  }
  const only = payments.length === 1 ? payments[0] : undefined
  return (
    <CheckoutSection actions={only && <CheckoutActions checkout={only} />}>
      {owes && <Owed orderId={order.id} balance={balance.data} />}
      {balance.isError && !balance.data && (
        <Failure
          what={t("checkout.onOrder.whatIsOwed")}
          error={balance.error}
          onRetry={() => void balance.refetch()}
        />
      )}
      {/* Rows are kept free only where payments will come. */}
      {(isCertain || !query.isPending) && (
        <ReadState query={query} what={t("checkout.onOrder.what")} rows={6}>
          {(read) => <Shown read={read} isCertain={isCertain} />}
        </ReadState>
      )}
    </CheckoutSection>
  )
}

type ShownProps = { read: Payments; isCertain: boolean }

function Shown({ read: { payments, waiting }, isCertain }: ShownProps) {
  const { t } = useTranslation("instalments")
  const isLost = isCertain && payments.length === 0
  return (
    <>
      {waiting.map((checkout) => (
        <Waiting key={checkout.id} checkout={checkout} />
      ))}
      {payments.map((checkout) =>
        payments.length === 1 ? (
          <OrderPayment key={checkout.id} checkout={checkout} />
        ) : (
          <OneOfPayments key={checkout.id} checkout={checkout} />
        )
      )}
      {isLost && (
        <Nothing
          title={t("checkout.onOrder.lost")}
          text={t("checkout.onOrder.lostText")}
        />
      )}
    </>
  )
}

/** What is wrong with one payment, what was agreed and what happened. */
function OrderPayment({ checkout }: { checkout: CheckoutDetail }) {
  return (
    <>
      <Problems checkout={checkout} />
      <Facts checkout={checkout} />
      <Timeline entries={checkout.timeline} />
    </>
  )
}

/** The same as one of several, under a head of its own. */
function OneOfPayments({ checkout }: { checkout: CheckoutDetail }) {
  const { t } = useTranslation("instalments")
  const formats = useFormats()
  const name = useId()
  const { amount, currency, cart_id } = checkout
  // Only the purchase has a cart; what the order owes later has none.
  const what = cart_id ? "purchase" : "balance"
  return (
    <div role="group" aria-labelledby={name} className="divide-y">
      <div className="bg-ui-bg-subtle flex flex-wrap items-center justify-between gap-2 px-6 py-3">
        <div id={name}>
          <Heading level="h3">
            {t(`checkout.onOrder.${what}`, {
              amount: formats.amount(amount, currency),
            })}
          </Heading>
          <Text size="xsmall" className="text-ui-fg-subtle">
            <Moment at={dateOf(checkout)} />
          </Text>
        </div>
        <CheckoutActions checkout={checkout} />
      </div>
      <OrderPayment checkout={checkout} />
    </div>
  )
}

/** A checkout that the shopper has begun and not paid yet, in a line. */
function Waiting({ checkout }: { checkout: CheckoutDetail }) {
  const { t } = useTranslation("instalments")
  const formats = useFormats()
  const { id, amount, currency } = checkout
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-3">
      <Text size="small" className="text-ui-fg-subtle">
        {t("checkout.onOrder.waiting", {
          amount: formats.amount(amount, currency),
        })}
      </Text>
      <Link
        to={`/instalments/checkouts/${id}`}
        className="txt-compact-small text-ui-fg-base whitespace-nowrap underline"
      >
        {t("shown.viewCheckout")}
      </Link>
    </div>
  )
}
