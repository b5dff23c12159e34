import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type {
  Attention,
  CauseAction,
  CauseKind,
  ResolutionRow,
} from "../../../../modules/instalments/types"
import {
  checkoutAction,
  endDoubtAction,
  identifyAction,
  reconcileAction,
  refreshAction,
  resolveAction,
  retryAction,
  settleAction,
} from "./actions"
import type { Action, Moment } from "./words"

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

/** The users who did something, by id. */
export type Emails = Map<string, string>

/** Reads the e-mail addresses of those users; API keys have none. */
export async function readEmails(
  container: MedusaContainer,
  actors: string[]
): Promise<Emails> {
  const id = [...new Set(actors)]
  const users =
    id.length === 0
      ? []
      : await container
          .resolve(Modules.USER)
          .listUsers({ id }, { select: ["id", "email"], take: id.length })
  return new Map(users.map((user) => [user.id, user.email]))
}

/** What needs a person as the admin gets it. */
export function attentionAnswer(
  { actions, resolution, opened_at, ...cause }: Attention,
  emails: Emails
): AttentionItem {
  return {
    ...cause,
    opened_at: opened_at.toISOString(),
    actions: resolution ? [] : actions.map((name) => toAction(name, cause)),
    resolution: resolution && resolutionAnswer(resolution, emails),
  }
}

/** What was resolved as the admin gets it. */
export function resolvedAnswer(
  row: ResolutionRow,
  emails: Emails
): ResolvedItem {
  return {
    key: row.key,
    kind: row.kind as AttentionItem["kind"],
    title: row.title,
    opened_at: row.opened_at.toISOString(),
    reference: row.reference,
    resolution: resolutionAnswer(row, emails),
  }
}

function resolutionAnswer(row: ResolutionRow, emails: Emails): Resolution {
  return {
    resolved_by: row.resolved_by,
    resolved_by_email: emails.get(row.resolved_by) ?? null,
    resolved_at: row.resolved_at.toISOString(),
    action: row.action as Action["name"],
    note: row.note,
  }
}

function toAction(
  name: CauseAction,
  cause: Pick<
    Attention,
    "key" | "kind" | "reference" | "refund_request" | "cart_id"
  >
): Action {
  switch (name) {
    case "settle":
      return settleAction(String(cause.reference), cause.cart_id)
    case "refund":
      return checkoutAction(String(cause.reference), name, "Return the money")
    case "retry":
      return retryAction(
        String(cause.refund_request),
        cause.kind === "refund-in-doubt" ? "in_doubt" : "failed"
      )
    case "end-doubt":
      return endDoubtAction(String(cause.refund_request))
    case "identify":
      return identifyAction(String(cause.reference))
    case "refresh":
      return refreshAction()
    case "check":
      return reconcileAction()
    case "resolve":
      return resolveAction(cause.key)
  }
}
