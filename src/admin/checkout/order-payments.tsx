import type { AdminOrder } from "@medusajs/types"
import type { OrderPayments as Payments } from "../data/order-payments"
import { useBalance } from "../data/use-balance"
import { useOrderPayments } from "../data/use-order-payments"
import { Failure } from "../display/failure"
import { Nothing } from "../display/nothing"
import { ReadState } from "../display/read-state"
import { CheckoutActions } from "./checkout-actions"
import { CheckoutSection } from "./checkout-section"
import { OneOfPayments, OrderPayment } from "./order-payment"
import { Owed } from "./owed"
import { Waiting } from "./waiting"

/** `isCertain`: the order was paid in instalments, so there is something. */
type Props = { order: AdminOrder; isCertain: boolean }

/** The order page's widget. */
export function OrderPayments({ order, isCertain }: Props) {
  const query = useOrderPayments(order.id)
  const balance = useBalance(order)
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
          what="what the order owes"
          error={balance.error}
          onRetry={() => void balance.refetch()}
        />
      )}
      {/* Rows are kept free only where payments will come. */}
      {(isCertain || !query.isPending) && (
        <ReadState query={query} what="the instalment payments" rows={6}>
          {(read) => <Shown read={read} isCertain={isCertain} />}
        </ReadState>
      )}
    </CheckoutSection>
  )
}

type ShownProps = { read: Payments; isCertain: boolean }

function Shown({ read: { payments, waiting }, isCertain }: ShownProps) {
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
          title="Not in the ledger"
          text="This order was paid in instalments and the ledger has no checkout for it. Look for its cart among the checkouts."
        />
      )}
    </>
  )
}
