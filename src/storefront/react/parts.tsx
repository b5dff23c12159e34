/// <reference lib="dom" />
import type { MouseEvent, ReactElement, ReactNode } from "react"
import { useShop } from "./provider.js"

/**
 * The parts of the components that have a class of their own: `instalments-` and
 * the name.
 */
export type Part =
  | "pay"
  | "return"
  | "earlier"
  | "title"
  | "words"
  | "subtitle"
  | "text"
  | "note"
  | "error"
  | "button"
  | "link"
  | "actions"
  | "action"
  | "progress"
  | "frame"

/** Classes of the shop's own, beside those that the parts have anyway. */
export type ClassNames = Partial<Record<Part, string>>

/** The class of a part: the package's, and the shop's. */
export function classOf(part: Part, own: ClassNames | undefined): string {
  return own?.[part]
    ? `instalments-${part} ${own[part]}`
    : `instalments-${part}`
}

/** A link to a page of the shop, by the provider's way to go there. */
export function ShopLink({
  to,
  className,
  children,
}: {
  to: string
  className: string
  children: ReactNode
}): ReactElement {
  const { navigate } = useShop()
  function follow(event: MouseEvent) {
    const { metaKey, ctrlKey, shiftKey, altKey, button } = event
    if (metaKey || ctrlKey || shiftKey || altKey || button !== 0) {
      return
    }
    event.preventDefault()
    navigate(to, { replace: false })
  }
  return (
    <a href={to} className={className} onClick={follow}>
      {children}
    </a>
  )
}
