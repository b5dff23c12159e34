/// <reference lib="dom" />
import type { ReactElement } from "react"
import { formatDay, formatMoney } from "../formats.js"
import type { PageTexts } from "../page-texts.js"
import { isArriving } from "../payment.js"
import { fill } from "../texts.js"
import { classOf, ShopLink, type ClassNames } from "./parts.js"
import { useShop, type Shop } from "./provider.js"
import type { InstalmentsResult } from "./use-return.js"

/** Where the page's links lead; without an address there is no link. */
export type Addresses = { order?: string; checkout?: string; shop: string }

/** What the words are about, where this browser knows it. */
export type Paid = {
  /** Major units. */
  amount?: number
  currencyCode?: string
  /** What the store and the service call the payment. */
  reference?: string
}

type Result = Pick<InstalmentsResult, "ending" | "payment">

type Props = {
  result: InstalmentsResult
  paid: Paid
  addresses: Addresses
  classNames: ClassNames | undefined
}

/** The heading of an ending. */
export function titleOf(result: Result, texts: PageTexts): string {
  return result.ending === "pending" && isArriving(result.payment)
    ? texts.arrivedTitle
    : texts[`${result.ending}Title`]
}

/** Everything that the page says below its heading. */
export function ReturnWords(props: Props): ReactElement {
  const { result, paid, classNames } = props
  const shop = useShop()
  const isWaiting = result.ending === "waiting"
  const subtitle =
    result.ending === "unplaced" ? shop.texts.unplacedNext : undefined
  const [first, ...more] = wordsOf(result, paid, shop)
  const say = (words: string) => (
    <p key={words} className={classOf("text", classNames)}>
      {words}
    </p>
  )
  return (
    <>
      {isWaiting && (
        <p className={classOf("progress", classNames)} aria-hidden="true" />
      )}
      <div
        className={classOf("words", classNames)}
        role={isWaiting ? "status" : undefined}
      >
        {first && say(first)}
        {subtitle && (
          <h2 className={classOf("subtitle", classNames)}>{subtitle}</h2>
        )}
        {more.map(say)}
      </div>
      <WaysOn {...props} />
    </>
  )
}

/** The button and the links of an ending. */
function WaysOn({ result, addresses, classNames }: Props) {
  const { texts } = useShop()
  const { ending, payment, again } = result
  const { order, checkout, shop } = addresses
  const link = classOf("link", classNames)
  const action = classOf("action", classNames)
  const isOpen = ["waiting", "pending", "left"].includes(ending)
  const isFree = ["left", "cancelled", "expired"].includes(ending)
  return (
    <>
      {["pending", "left", "unreachable"].includes(ending) && (
        <button
          type="button"
          className={classOf("button", classNames)}
          onClick={again}
        >
          {texts.lookAgain}
        </button>
      )}
      {isOpen && payment?.paymentUrl && (
        <p className={classOf("text", classNames)}>
          {texts.notFinished}{" "}
          <a href={payment.paymentUrl} className={link}>
            {texts.toPayment}
          </a>
        </p>
      )}
      {ending !== "waiting" && ending !== "pending" && (
        <p className={classOf("actions", classNames)}>
          {ending === "paid" && order ? (
            <ShopLink to={order} className={action}>
              {texts.toOrder}
            </ShopLink>
          ) : isFree && checkout ? (
            <ShopLink to={checkout} className={action}>
              {texts.toCheckout}
            </ShopLink>
          ) : (
            <ShopLink to={shop} className={action}>
              {texts.toShop}
            </ShopLink>
          )}
        </p>
      )}
    </>
  )
}

/** An ending in sentences. */
function wordsOf(
  { ending, payment, isOffline }: InstalmentsResult,
  { amount, currencyCode, reference }: Paid,
  { texts, lang }: Shop
): string[] {
  const refund = payment?.refund
  const day = refund ? formatDay(refund.expectedOn, lang) : ""
  const another = refund ? [fill(texts.anotherBack, { day })] : []
  switch (ending) {
    case "waiting":
      if (isOffline) {
        return [texts.waitingOffline, texts.mayClose]
      }
      if (!payment) {
        return [texts.moment]
      }
      return [
        ...(isArriving(payment)
          ? [texts.arrived]
          : [texts.waiting, texts.mayClose]),
        ...another,
      ]
    case "pending":
      return [isArriving(payment) ? texts.arrived : texts.pending, ...another]
    case "left":
      return [texts.left, ...another]
    case "paid":
      return [
        texts.paid,
        ...(refund ? [fill(texts.paidTwice, { day })] : []),
        ...(payment?.isHeld ? [texts.heldTwice] : []),
      ]
    case "unplaced": {
      const arrived =
        amount !== undefined && currencyCode
          ? fill(texts.unplacedAmount, {
              amount: formatMoney(amount, currencyCode, lang),
            })
          : texts.unplaced
      const coming =
        refund?.status === "complete" ? texts.refundDone : texts.refundComing
      return [
        arrived,
        refund ? fill(coming, { day }) : texts.held,
        ...(reference ? [fill(texts.reference, { reference })] : []),
      ]
    }
    default:
      return [texts[ending]]
  }
}
