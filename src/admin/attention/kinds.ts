import type { AttentionItem } from "../../api/admin/instalments/answers"

const KINDS = {
  "held-payment": { label: "Held payment", color: "red" },
  "other-amount": { label: "Other amount", color: "red" },
  unidentified: { label: "Perhaps paid", color: "red" },
  "refund-without-id": { label: "Id needed", color: "red" },
  "failed-refund": { label: "Failed refund", color: "red" },
  "refund-in-doubt": { label: "Refund in doubt", color: "orange" },
  "held-refund": { label: "Held refund", color: "red" },
  "late-refund": { label: "Late refund", color: "orange" },
  "unverified-callbacks": { label: "Wrong signatures", color: "orange" },
  "held-callback": { label: "Held callback", color: "orange" },
  "reconcile-behind": { label: "Reconcile behind", color: "orange" },
  "config-old": { label: "Config old", color: "orange" },
  "credentials-refused": { label: "Credentials refused", color: "red" },
} as const satisfies Record<AttentionItem["kind"], unknown>

/** A kind in words, with red for what holds somebody's money. */
export function kindLabel(kind: AttentionItem["kind"]) {
  return KINDS[kind]
}
