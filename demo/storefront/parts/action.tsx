import { useEffect, useState, type PropsWithChildren } from "react"
import { Failure } from "./notice"

type ActionProps = PropsWithChildren<{
  /** What the button does; an error of it is shown below the button. */
  act: () => Promise<unknown>
  className?: string
  label?: string
}>

/**
 * A button that is busy while it acts, and says what went wrong. It is not
 * disabled then: that would take the keyboard's focus away.
 */
export function Action({ act, className, label, children }: ActionProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  // The browser may bring a page back as it was left: busy.
  useEffect(() => {
    const rest = () => setBusy(false)
    addEventListener("pageshow", rest)
    return () => removeEventListener("pageshow", rest)
  }, [])

  async function click() {
    if (isBusy) {
      return
    }
    setBusy(true)
    setError(undefined)
    await act().catch(setError)
    setBusy(false)
  }
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        aria-busy={isBusy}
        onClick={click}
      >
        {children}
      </button>
      <Failure error={error} />
    </>
  )
}
