/// <reference lib="dom" />
import { useEffect, type ReactElement, type ReactNode } from "react"
import { fill } from "../texts.js"
import { classOf, type ClassNames } from "./parts.js"
import { useShop } from "./provider.js"
import { ReturnWords, titleOf, type Paid } from "./return-words.js"
import {
  useInstalmentsReturn,
  type InstalmentsResult,
  type ReturnWish,
} from "./use-return.js"

/** What `<InstalmentsReturn>` takes; its addresses may hold `{cart_id}`. */
export type InstalmentsReturnProps = ReturnWish & {
  /** The cart that was paid for, from the page's address. */
  cartId: string
  /**
   * The order's page, with `{order_id}`: the shopper is led there once it is
   * placed, or by a link after a second payment, of which the page tells. Left
   * out, the page only says that it is placed.
   */
  orderUrl?: string
  /** Where a shopper chooses again how to pay; left out, there is `shopUrl`. */
  checkoutUrl?: string
  /** Where every other way back leads; `/` unless given. */
  shopUrl?: string
  /** What was paid, where this browser knows it. */
  paid?: Paid
  /**
   * Hears once what became of the payment, and is waited for before the shopper is
   * led on: let go of the cart here. A server function will do.
   */
  onEnding?: (
    result: Pick<InstalmentsResult, "ending" | "payment"> & { cartId: string }
  ) => unknown
  classNames?: ClassNames
  /** Draws the page in the shop's own way, around `title` and `content`. */
  children?: (page: ReturnPage) => ReactNode
}

/** The page to come back to, for whoever draws it. */
export type ReturnPage = InstalmentsResult & {
  title: string
  /** Everything below the title: words, links and buttons. */
  content: ReactElement
}

/**
 * The page to come back to. That somebody opened it proves nothing: the store is
 * asked what became of the payment, and every ending is said in words, with a way
 * on. A paid cart leads to its order, unless a second payment is to be told of.
 */
export function InstalmentsReturn({
  cartId,
  orderUrl,
  checkoutUrl,
  shopUrl = "/",
  paid = {},
  onEnding,
  classNames,
  children,
  ...wish
}: InstalmentsReturnProps): ReactElement {
  const { texts, navigate } = useShop()
  const result = useInstalmentsReturn(cartId, wish)
  const { ending, payment } = result
  const orderId = payment?.orderId ?? null
  const filled = (address: string) =>
    fill(address, {
      cart_id: encodeURIComponent(cartId),
      order_id: encodeURIComponent(orderId ?? ""),
    })
  const addresses = {
    ...(orderUrl && orderId && { order: filled(orderUrl) }),
    ...(checkoutUrl && { checkout: filled(checkoutUrl) }),
    shop: filled(shopUrl),
  }

  useEffect(() => {
    let isLeft = false
    async function leadOn() {
      try {
        await onEnding?.({ ending, payment, cartId })
      } catch {
        // Whatever the shop could not do, its shopper goes on to the order.
      }
      // Who paid twice has to read it: the order's page does not say so.
      const isPaidTwice = payment?.refund || payment?.isHeld
      if (addresses.order && !isPaidTwice && !isLeft) {
        navigate(addresses.order, { replace: true })
      }
    }
    if (ending !== "waiting") {
      void leadOn()
    }
    return () => {
      isLeft = true
    }
    // Once for each answer, however often the page is drawn.
  }, [ending, payment])

  const title = titleOf(result, texts)
  const content = <ReturnWords {...{ result, paid, addresses, classNames }} />
  if (children) {
    return <>{children({ ...result, title, content })}</>
  }
  return (
    <section
      className={classOf("return", classNames)}
      data-ending={ending}
      aria-live="polite"
    >
      <h1 className={classOf("title", classNames)}>{title}</h1>
      {content}
    </section>
  )
}
