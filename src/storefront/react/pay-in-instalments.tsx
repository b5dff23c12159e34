/// <reference lib="dom" />
import type { ReactElement, ReactNode } from "react"
import { classOf, type ClassNames } from "./parts.js"
import { useShop } from "./provider.js"
import { usePayInInstalments, type Paying, type PayWish } from "./use-pay.js"

/** What `<PayInInstalments>` takes. */
export type PayInInstalmentsProps = PayWish & {
  disabled?: boolean
  classNames?: ClassNames
  /** The button's words; or a function that draws all of it. */
  children?: ReactNode | ((paying: Paying) => ReactNode)
}

/**
 * The button that leads to the payment page: busy while it does, with what went
 * wrong below it, and the page itself where the store's account frames it.
 */
export function PayInInstalments({
  disabled,
  classNames,
  children,
  ...wish
}: PayInInstalmentsProps): ReactElement {
  const { texts } = useShop()
  const paying = usePayInInstalments(wish)
  if (typeof children === "function") {
    return <>{children(paying)}</>
  }
  const { pay, state, isBusy, error, frame } = paying
  // Busy is not disabled: that would take the keyboard's focus away.
  return (
    <div className={classOf("pay", classNames)} data-state={state}>
      {state !== "framed" && (
        <>
          <button
            type="button"
            className={classOf("button", classNames)}
            disabled={disabled}
            aria-busy={isBusy}
            onClick={pay}
          >
            {children ?? texts.pay}
          </button>
          {error && (
            <p role="alert" className={classOf("error", classNames)}>
              {error.message}
            </p>
          )}
          <p className={classOf("note", classNames)}>{texts.payNote}</p>
        </>
      )}
      <div ref={frame} className={classOf("frame", classNames)} />
    </div>
  )
}
