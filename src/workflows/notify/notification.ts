import { withoutEmails } from "../../modules/instalments/rules"
import type { Attention } from "../../modules/instalments/types"

/** A notification in the admin. */
export type BellEntry = {
  channel: "feed"
  /** Empty: for every user of the admin. */
  to: ""
  template: "admin-ui"
  idempotency_key: string
  data: { title: string; description: string }
}

/**
 * The admin shows the text unchanged, so times are written for people. Medusa's own
 * provider of the bell writes it into the log, so it has no e-mail address.
 */
function inWords(text: string): string {
  return withoutEmails(text).replace(
    /(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+Z/g,
    "$1 $2 UTC"
  )
}

/**
 * The notification of a cause. The cause's key makes it one entry. A cause that
 * comes and goes (an old config, wrong signatures) always has the same key, so
 * it is told once a day. A payment that could not be returned is held again,
 * which is a new notification.
 */
export function notificationFor(cause: Attention): BellEntry {
  const { key, title, text, reference, amount, currency } = cause
  const sum =
    amount === null || !currency
      ? ""
      : ` (${currency.toUpperCase()} ${(amount / 100).toFixed(2)})`
  return {
    channel: "feed",
    to: "",
    template: "admin-ui",
    idempotency_key: `instalments:${occurrenceOf(cause)}`,
    data: {
      title: `Instalments: ${title}${sum}`,
      description: `${inWords(text)} See Instalments → Needs attention.`,
    },
  }
}

function occurrenceOf({ key, kind, reference, opened_at }: Attention): string {
  const moment = opened_at.toISOString()
  if (kind === "held-payment") {
    return `${key}:${moment}`
  }
  return reference ? key : `${key}:${moment.slice(0, 10)}`
}
