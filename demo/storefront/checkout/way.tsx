import type { PropsWithChildren, ReactNode } from "react"

type WayProps = PropsWithChildren<{
  name: string
  hint: ReactNode
  isChosen: boolean
  choose?: () => void
}>

/** A way to pay; without `choose` it is shown, but cannot be taken. */
export function Way({ name, hint, isChosen, choose, children }: WayProps) {
  return (
    <div className="way">
      <label className="choice">
        <input
          type="radio"
          name="way"
          checked={isChosen}
          disabled={!choose}
          onChange={choose}
        />
        <span>
          <b>{name}</b>
          <small>{hint}</small>
        </span>
      </label>
      {isChosen && <div className="inside">{children}</div>}
    </div>
  )
}
