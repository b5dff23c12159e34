import { Fragment } from "react"
import { Moment } from "./moment"

/** A moment as the routes write it into their sentences, for any reader. */
const MOMENT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/

/** A sentence of the store's, its moments in the reader's time zone. */
export function Prose({ children }: { children: string }) {
  // A capturing split: every second part is a moment.
  return children
    .split(MOMENT)
    .map((part, index) =>
      index % 2 === 1 ? (
        <Moment key={index} at={part} />
      ) : (
        <Fragment key={index}>{part}</Fragment>
      )
    )
}
