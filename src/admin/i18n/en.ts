import { actions } from "./en/actions"
import { attention } from "./en/attention"
import { checkout } from "./en/checkout"
import { lists } from "./en/lists"
import { overview } from "./en/overview"
import { setUp } from "./en/set-up"
import { shown } from "./en/shown"
import { statement } from "./en/statement"

/**
 * The console's words in English. They are what every language falls back to, and
 * their keys are the keys of all.
 */
export const en = {
  /** The language of these words, for `Intl` and for screen readers. */
  lang: "en",
  /** Its name in itself. */
  language: "English",
  shown,
  actions,
  overview,
  statement,
  attention,
  ...lists,
  checkout,
  setUp,
} as const
