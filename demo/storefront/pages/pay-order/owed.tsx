import type { Balance, Payment } from "medusa-payment-instalments/storefront"
import { Action } from "../../parts/action"
import { Failure, Notice } from "../../parts/notice"
import { Page } from "../../parts/page"
import { instalments } from "../../shop/connection"
import { InstalmentMessage } from "../../shop/instalment-message"
import { money } from "../../shop/money"
import { useAnswer } from "../../shop/use-answer"
import { GoesBack } from "./goes-back"

type Props = { balance: Balance; payment?: Payment; cameBack: boolean }

/** What the order owes, what that is a month, and the button to pay it. */
export function Owed({ balance, payment, cameBack }: Props) {
  const { number, amount, currencyCode } = balance
  // What the shop looks after may well be this very amount.
  const isLookedAfter = payment?.status === "unplaced" && !payment.refund
  return (
    <Page title={`Pay for order no. ${number}`} className="narrow">
      <Before payment={payment} cameBack={cameBack} />
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
  const { amount, isPayable } = balance
  const { data: offer, error } = useAnswer(
    () => instalments.offer(balance),
    [amount]
  )
  if (!offer) {
    return <Failure error={error} />
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
      <InstalmentMessage amount={amount} />
      <Action className="primary" act={() => pay(balance)}>
        Pay in instalments
      </Action>
      <p className="fine">
        You choose your plan and enter your card on the secure payment page.
      </p>
    </>
  )
}

async function pay(balance: Balance) {
  instalments.pay(await instalments.start(balance, addresses()))
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
