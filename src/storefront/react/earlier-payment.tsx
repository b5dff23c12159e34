/// <reference lib="dom" />
import { useEffect, useState, type ReactElement } from "react"
import { formatDay } from "../formats.js"
import { isArriving } from "../payment.js"
import { fill } from "../texts.js"
import { classOf, ShopLink, type ClassNames } from "./parts.js"
import { useShop } from "./provider.js"
import { useInstalmentsReturn } from "./use-return.js"

/** What `<EarlierPayment>` takes. */
export type EarlierPaymentProps = {
  cartId: string
  /** The page with `<InstalmentsReturn>`; may hold `{cart_id}`. */
  returnUrl: string
  classNames?: ClassNames
}

/**
 * In the checkout: what became of the payment that this browser has begun for the
 * cart, as after it was cancelled. A cart that is paid leads to the page to come
 * back to. Nothing at all where nothing was begun.
 */
export function EarlierPayment({
  cartId,
  returnUrl,
  classNames,
}: EarlierPaymentProps): ReactElement | null {
  const { client, texts, lang, navigate } = useShop()
  const [begun, setBegun] = useState("")
  // Not while it is first drawn: a server knows nothing of the browser.
  useEffect(() => {
    setBegun(client.hasStarted(cartId) ? cartId : "")
  }, [client, cartId])
  const { ending, payment } = useInstalmentsReturn(begun, { timeoutMs: 0 })
  const result = fill(returnUrl, { cart_id: encodeURIComponent(cartId) })
  useEffect(() => {
    if (ending === "paid") {
      navigate(result, { replace: true })
    }
  }, [ending])

  const { refund } = payment ?? {}
  const another =
    ending === "pending" && refund
      ? fill(texts.anotherBack, { day: formatDay(refund.expectedOn, lang) })
      : ""
  const words = {
    pending: [
      isArriving(payment) ? texts.earlierArrived : texts.earlierPending,
      texts.toPaid,
    ],
    cancelled: [texts.earlierCancelled],
    expired: [texts.earlierExpired],
    unplaced: [texts.earlierUnplaced, texts.toMoney],
  }
  const [told, more] =
    ending in words ? words[ending as keyof typeof words] : []
  return told ? (
    <div
      role="status"
      className={classOf("earlier", classNames)}
      data-ending={ending}
    >
      {told} {another && `${another} `}
      {more && (
        <ShopLink to={result} className={classOf("link", classNames)}>
          {more}
        </ShopLink>
      )}
    </div>
  ) : null
}
