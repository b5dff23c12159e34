import type { CauseKind } from "../../../../modules/instalments/attention/cause"
import type { Moment, Action } from "./words"

/** One thing that needs a person; one cause is one item. */
export type AttentionItem = {
  /** Names the cause, like `held-payment:inst_1`; fit for a path segment. */
  key: string
  kind: CauseKind
  title: string
  /** What is wrong and what a person does next, in a sentence or two. */
  text: string
  opened_at: Moment
  reference: string | null
  /** The ledger's id of the refund request. */
  refund_request: string | null
  order_id: string | null
  cart_id: string | null
  /** In cents, where money waits for a person. */
  amount: number | null
  currency: string | null
  /** How often it has happened since it was last resolved. */
  count: number
  actions: Action[]
  /** True when `resolve` is refused without a `note` of what was done. */
  note_needed: boolean
  resolution: Resolution | null
}

/** Who resolved an attention item, when, and how. */
export type Resolution = {
  /** The user's id, or the API key's. */
  resolved_by: string
  /** An e-mail address where the actor is a user. */
  resolved_by_email: string | null
  resolved_at: Moment
  /** What was done: the name of an action, `resolve` when marked by hand. */
  action: Action["name"]
  note: string | null
}

/** An item that was resolved; its cause may be long gone. */
export type ResolvedItem = Pick<
  AttentionItem,
  "key" | "kind" | "title" | "opened_at" | "reference"
> & { resolution: Resolution }

/**
 * `GET /admin/instalments/attention`: what is open, the newest first, and what
 * was resolved last (at most 100).
 */
export type AttentionAnswer = {
  attention: AttentionItem[]
  count: number
  resolved: ResolvedItem[]
}

/** `POST /admin/instalments/attention/:key/resolve` with `{ note? }` */
export type ResolveAnswer = { attention: AttentionItem }
