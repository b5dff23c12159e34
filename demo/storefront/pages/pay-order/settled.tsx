import type { Balance, Payment } from "medusa-payment-instalments-storefront"
import { Notice } from "../../parts/notice"
import { Page } from "../../parts/page"
import { Link } from "../../shop/address"
import { GoesBack, GoesBackToo } from "./goes-back"

type Props = { balance: Balance; payment?: Payment }

/** Nothing is owed (any more): why, and what became of what was paid. */
export function Settled({ balance, payment }: Props) {
  const { displayId, isCancelled } = balance
  const isPaid = payment?.status === "paid" && !isCancelled
  const title = isCancelled
    ? `Order no. ${displayId} is cancelled`
    : `Order no. ${displayId} is ${isPaid ? "paid" : "settled"}`
  return (
    <Page title={title} className="narrow">
      {isPaid ? (
        <Notice kind="good">
          Your payment has arrived. Thank you: nothing more has to be paid.
        </Notice>
      ) : (
        <p>Nothing has to be paid for it.</p>
      )}
      {payment?.status === "unplaced" && <GoesBack refund={payment.refund} />}
      <GoesBackToo payment={payment} />
      <Link to="">Go to the shop</Link>
    </Page>
  )
}
