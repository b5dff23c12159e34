import type { Attention } from "../../modules/instalments/types"

/** An entry of the admin's bell. */
export type BellEntry = {
  channel: "feed"
  /** Nobody in particular: everybody who works in the admin. */
  to: ""
  template: "admin-ui"
  idempotency_key: string
  data: { title: string; description: string }
}

/** The bell shows text as it is, so moments are written for people. */
function inWords(text: string): string {
  return text.replace(/(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+Z/g, "$1 $2 UTC")
}

/**
 * What the bell says of a cause. The cause's key makes it one entry. What comes
 * and goes (an old config, wrong signatures) has one key for ever, so that it is
 * told once a day; a payment is held anew when it could not be returned.
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
