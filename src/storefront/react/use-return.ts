/// <reference lib="dom" />
import { useCallback, useEffect, useState } from "react"
import { InstalmentsError } from "../errors.js"
import { isArriving, type Payment } from "../payment.js"
import { NEVER_ANSWERED } from "../wait-for-result.js"
import { useShop } from "./provider.js"

/**
 * What became of a payment, as a page has to tell it:
 * - `waiting`: it is asked for; `payment` is what is known so far.
 * - `pending`: not known after the time that a shopper can be asked to wait; with
 *   `payment.hasArrived` it has arrived or is being confirmed, and is not placed yet.
 * - `left`: not known, of a shopper who came back without paying, as far as is known.
 * - `paid`, `cancelled`, `expired`, `unplaced`: as the store says.
 * - `unknown`: there is no such payment.
 * - `unreachable`: the store does not answer.
 */
export type Ending =
  | "waiting"
  | "pending"
  | "left"
  | "paid"
  | "cancelled"
  | "expired"
  | "unplaced"
  | "unknown"
  | "unreachable"

/** How a payment is asked for. */
export type ReturnWish = {
  /**
   * The shopper came by the address for those who cancelled: it is asked once, and
   * not waited for. That somebody came that way proves nothing either.
   */
  hasLeft?: boolean
  /** So long it is waited for, in milliseconds; three minutes unless given. */
  timeoutMs?: number
}

/** What a page to come back to knows. */
export type InstalmentsResult = {
  ending: Ending
  /** What the store said last; null before it did. */
  payment: Payment | null
  /** While it waits: the store could not be asked just now. */
  isOffline: boolean
  /** Asks from the beginning. */
  again: () => void
}

type State = Omit<InstalmentsResult, "again">

const WAITING: State = { ending: "waiting", payment: null, isOffline: false }
const UNKNOWN: State = { ...WAITING, ending: "unknown" }

/**
 * Waits until it is known what became of a payment. `id` is the cart's, the
 * order's or the payment session's; an empty one is unknown.
 *
 * @example
 * const { ending, payment, again } = useInstalmentsReturn(cartId)
 */
export function useInstalmentsReturn(
  id: string,
  { hasLeft = false, timeoutMs }: ReturnWish = {}
): InstalmentsResult {
  const { client } = useShop()
  const [attempt, setAttempt] = useState(0)
  const asked = `${id} ${attempt}`
  const [found, setFound] = useState({ asked, ...WAITING })

  useEffect(() => {
    if (!id) {
      return undefined
    }
    const left = new AbortController()
    const { signal } = left
    let isOffline = false
    const tell = (state: State) =>
      signal.aborted || setFound({ asked, ...state })
    client
      .waitForResult(id, {
        signal,
        ...(hasLeft
          ? { timeoutMs: 0 }
          : timeoutMs !== undefined && { timeoutMs }),
        onWait({ payment, error }) {
          isOffline = error !== undefined
          tell({ ending: "waiting", payment, isOffline })
        },
      })
      .then(
        (payment) =>
          tell({ ending: endingOf(payment), payment, isOffline: false }),
        (error: unknown) =>
          tell({
            ...WAITING,
            ending: isUnknown(error) ? "unknown" : "unreachable",
          })
      )
    return () => left.abort()

    function endingOf(payment: Payment): Ending {
      if (payment.status !== "pending") {
        return payment.status
      }
      if (isOffline || payment === NEVER_ANSWERED) {
        return "unreachable"
      }
      return hasLeft && !isArriving(payment) ? "left" : "pending"
    }
  }, [client, id, asked, hasLeft, timeoutMs])

  const again = useCallback(() => setAttempt((last) => last + 1), [])
  const { ending, payment, isOffline } = found.asked === asked ? found : WAITING
  return id ? { ending, payment, isOffline, again } : { ...UNKNOWN, again }
}

function isUnknown(error: unknown) {
  return error instanceof InstalmentsError && error.code === "not_found"
}
