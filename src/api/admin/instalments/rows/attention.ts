import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { CauseAction } from "../../../../modules/instalments/attention/cause"
import type {
  Attention,
  ResolutionRow,
} from "../../../../modules/instalments/attention/read-attention"
import type {
  Action,
  AttentionItem,
  Resolution,
  ResolvedItem,
} from "../answers"
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

/** Who is behind the ids of users that resolved something. */
export type Emails = Map<string, string>

/** Reads the e-mail addresses of who resolved; API keys have none. */
export async function readEmails(
  container: MedusaContainer,
  resolutions: (ResolutionRow | null)[]
): Promise<Emails> {
  const id = [...new Set(resolutions.flatMap((row) => row?.resolved_by ?? []))]
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
