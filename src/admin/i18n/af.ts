import { actions } from "./af/actions"
import { attention } from "./af/attention"
import { checkout } from "./af/checkout"
import { lists } from "./af/lists"
import { overview } from "./af/overview"
import { setUp } from "./af/set-up"
import { shown } from "./af/shown"
import { statement } from "./af/statement"
import type { Words } from "./words"

/** The console's words in Afrikaans; the service's statuses stay its own words. */
export const af: Words = {
  lang: "af",
  language: "Afrikaans",
  shown,
  actions,
  overview,
  statement,
  attention,
  ...lists,
  checkout,
  setUp,
}
