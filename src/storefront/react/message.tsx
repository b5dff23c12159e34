/// <reference lib="dom" />
import {
  createElement,
  useEffect,
  useRef,
  type ReactElement,
  type ReactNode,
} from "react"
import {
  defineInstalmentMessage,
  type InstalmentMessageElement,
} from "../element.js"
import { useShop } from "./provider.js"
import { useInstalmentOffer, type InstalmentOffer } from "./use-offer.js"

/** What `<InstalmentMessage>` takes. */
export type InstalmentMessageProps = {
  /** Major units: a price, or a cart's total. Without it there is no message. */
  amount: number | string | null | undefined
  /** Like `zar`. */
  currencyCode: string | null | undefined
  /** Tax comes on top of the amount, as with prices without tax. */
  beforeTax?: boolean
  /** The shopper has chosen instalments: "12 × ..", and not "or 12 × ..". */
  chosen?: boolean
  className?: string
  /** Draws the offer in the shop's own way, in place of the element. */
  children?: (found: InstalmentOffer) => ReactNode
}

/**
 * What an amount comes to a month, with an explanation behind a button:
 * `<instalment-message>`, which is empty on a server and takes no room while
 * there is no offer. With a function as its child, only what that draws.
 */
export function InstalmentMessage(props: InstalmentMessageProps): ReactElement {
  const { children } = props
  return children ? (
    <Drawn {...props}>{children}</Drawn>
  ) : (
    <MessageElement {...props} />
  )
}

function Drawn({
  amount,
  currencyCode,
  children,
}: InstalmentMessageProps & { children: (of: InstalmentOffer) => ReactNode }) {
  const found = useInstalmentOffer(
    amount && currencyCode ? { amount, currencyCode } : null
  )
  return <>{children(found)}</>
}

function MessageElement(props: InstalmentMessageProps) {
  const { amount, currencyCode, beforeTax, chosen, className } = props
  const { connection, lang, own } = useShop()
  const element = useRef<InstalmentMessageElement>(null)
  useEffect(() => defineInstalmentMessage(connection), [])
  useEffect(() => {
    element.current!.texts = own ?? {}
  }, [own])
  // By attributes alone, which React 18 and 19 and servers write alike.
  return createElement("instalment-message", {
    ref: element,
    class: className,
    amount: amount ?? "",
    "currency-code": currencyCode ?? "",
    "base-url": connection.baseUrl,
    "publishable-key": connection.publishableKey,
    locale: lang,
    "before-tax": beforeTax ? "" : undefined,
    chosen: chosen ? "" : undefined,
  })
}
