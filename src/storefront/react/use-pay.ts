/// <reference lib="dom" />
import { useCallback, useEffect, useRef, useState, type RefObject } from "react"
import { InstalmentsError } from "../errors.js"
import type { ReturnUrls, StartedPayment } from "../start.js"
import { useShop } from "./provider.js"
import { inWords } from "./use-offer.js"

/** What is to be paid, and what the shop wants to hear of it. */
export type PayWish = {
  /** The cart to be paid; or `orderId`, of an order that owes something. */
  cartId?: string
  orderId?: string
  /** Where the payment page leads, if not to the store's own addresses. */
  urls?: ReturnUrls
  /** A payment was started, and the browser is about to go to its page. */
  onStarted?: (started: StartedPayment) => void
  /**
   * The page to come back to, like `/return?cart=cart_1`: a cart that is paid
   * already leads there, which knows its order. Or say what happens then.
   */
  returnUrl?: string
  onAlreadyPaid?: (orderId: string | null) => void
}

/** A payment's way to its page. */
export type Paying = {
  /** Starts the payment; again after a failure. Never rejects. */
  pay: () => Promise<void>
  /** `leaving`: the browser goes to the payment page; `framed`: it is below. */
  state: "ready" | "starting" | "leaving" | "framed"
  isBusy: boolean
  /** What went wrong last; its `message` is in the shopper's language. */
  error: InstalmentsError | null
  /** Where a framed payment page goes; without it the whole page goes there. */
  frame: RefObject<HTMLDivElement>
}

/**
 * What a button needs to lead to the payment page.
 *
 * @example
 * const { pay, isBusy, error } = usePayInInstalments({ cartId: cart.id })
 */
export function usePayInInstalments(wish: PayWish): Paying {
  const { client, texts, navigate } = useShop()
  const [state, setState] = useState<Paying["state"]>("ready")
  const [error, setError] = useState<unknown>(null)
  const frame = useRef<HTMLDivElement>(null)
  const isStarting = useRef(false)
  const isHere = useRef(true)
  const latest = useRef(wish)
  latest.current = wish

  const settle = useCallback((next: Paying["state"]) => {
    isStarting.current = next === "starting"
    setState(next)
  }, [])

  // Set again, as React's strict mode takes every effect back once.
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  // The framed page of another cart or order is not this one's.
  useEffect(() => {
    frame.current?.replaceChildren()
    settle("ready")
  }, [settle, wish.cartId, wish.orderId])

  // A browser may bring a page back as it was left: busy.
  useEffect(() => {
    const rest = ({ persisted }: PageTransitionEvent) =>
      persisted && settle("ready")
    addEventListener("pageshow", rest)
    return () => removeEventListener("pageshow", rest)
  }, [settle])

  const pay = useCallback(async () => {
    // While it leaves it may be pressed again: the same page is gone to.
    if (isStarting.current) {
      return
    }
    settle("starting")
    setError(null)
    const { cartId, orderId, urls, onStarted } = latest.current
    try {
      const payable = orderId ? { orderId } : { id: cartId ?? "" }
      const started = await client.start(payable, urls)
      // Whoever has chosen another way to pay meanwhile is not dragged off.
      const { current } = latest
      const isSame = current.cartId === cartId && current.orderId === orderId
      if (!isHere.current || !isSame) {
        return
      }
      onStarted?.(started)
      const container = frame.current
      client.pay(started, { container, frameTitle: texts.frame })
      const isFramed = started.presentation === "iframe" && container
      settle(isFramed ? "framed" : "leaving")
    } catch (failure) {
      settle("ready")
      if (!isHere.current) {
        return
      }
      if (!isPaid(failure)) {
        return setError(failure)
      }
      const { onAlreadyPaid, returnUrl } = latest.current
      if (onAlreadyPaid) {
        onAlreadyPaid(failure.orderId)
      } else if (returnUrl) {
        navigate(returnUrl, { replace: true })
      } else {
        setError(failure)
      }
    }
  }, [client, navigate, settle, texts.frame])

  return {
    pay,
    state,
    isBusy: state === "starting" || state === "leaving",
    error: error ? inWords(error, texts) : null,
    frame,
  }
}

function isPaid(error: unknown): error is InstalmentsError {
  return error instanceof InstalmentsError && error.code === "already_paid"
}
