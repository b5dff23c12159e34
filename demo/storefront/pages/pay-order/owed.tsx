import type { Balance, Payment } from "medusa-payment-instalments-storefront"
import {
  InstalmentMessage,
  PayInInstalments,
  useInstalmentOffer,
} from "medusa-payment-instalments-storefront/react"
import { Failure, Notice } from "../../parts/notice"
import { Page } from "../../parts/page"
import { classes } from "../../shop/classes"
import { money } from "../../shop/money"
import { GoesBack, GoesBackToo } from "./goes-back"

type Props = { balance: Balance; payment?: Payment; cameBack: boolean }

/** What the order owes, what that is a month, and the button to pay it. */
export function Owed({ balance, payment, cameBack }: Props) {
  const { displayId, amount, currencyCode } = balance
  // What the shop looks after may well be this very amount.
  const isLookedAfter = payment?.status === "unplaced" && !payment.refund
  return (
    <Page title={`Pay for order no. ${displayId}`} className="narrow">
      <Before payment={payment} cameBack={cameBack} />
      <GoesBackToo payment={payment} />
      <section className="summary" aria-label="What is owed">
        <dl className="totals">
          <div className="total">
            <dt>To be paid</dt>
            <dd data-testid="owed">{money(amount, currencyCode)}</dd>
          </div>
        </dl>
        {!isLookedAfter && <PayOwed balance={balance} />}
      </section>
    </Page>
  )
}

function PayOwed({ balance }: { balance: Balance }) {
  const { orderId, amount, currencyCode, isPayable } = balance
  const { offer, error } = useInstalmentOffer({ amount, currencyCode })
  if (!offer) {
    return <Failure error={error ?? undefined} />
  }
  if (!isPayable || !offer.eligible) {
    return (
      <p>
        This cannot be paid in instalments. Please ask the shop for another way
        to pay.
      </p>
    )
  }
  return (
    <>
      <InstalmentMessage amount={amount} currencyCode={currencyCode} />
      <PayInInstalments
        orderId={orderId}
        urls={addresses()}
        classNames={classes}
      />
    </>
  )
}

/** Both ways back lead here: an order's own page is for whoever placed it. */
function addresses() {
  const page = new URL(location.href)
  page.searchParams.delete("back")
  const cancelUrl = page.href
  page.searchParams.set("back", "1")
  return { successUrl: page.href, cancelUrl }
}

/** What became of the payment before, where something is owed now. */
function Before({ payment, cameBack }: Omit<Props, "balance">) {
  switch (payment?.status) {
    case "pending":
      return (
        <Notice>
          You left the payment page. If you have paid there,{" "}
          <a href={addresses().successUrl}>see what became of it</a>. If not,
          nothing was charged.
        </Notice>
      )
    case "cancelled":
      return (
        <Notice>
          The payment was cancelled. Nothing was charged: you can try again.
        </Notice>
      )
    case "expired":
      return (
        <Notice>
          The payment page was open for too long. Nothing was charged: you can
          try again.
        </Notice>
      )
    case "unplaced":
      return <GoesBack refund={payment.refund} />
    case "paid":
      // Else it is the payment of what was owed before.
      return cameBack ? (
        <Notice kind="good">
          Your payment has arrived. Since then, the order owes more.
        </Notice>
      ) : null
  }
  return null
}
