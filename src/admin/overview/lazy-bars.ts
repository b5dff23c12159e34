import { lazy } from "react"

/** The bars, with the chart library, fetched when a plot is drawn. */
export const Bars = lazy(() => import("./bars"))
