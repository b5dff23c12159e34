import { actions } from "./en/actions"
import { attention } from "./en/attention"
import { checkout } from "./en/checkout"
import { lists } from "./en/lists"
import { overview } from "./en/overview"
import { setUp } from "./en/set-up"
import { shown } from "./en/shown"
import { statement } from "./en/statement"

/** Every word of the console, by page. */
export const en = {
  shown,
  actions,
  overview,
  statement,
  attention,
  ...lists,
  checkout,
  setUp,
} as const
