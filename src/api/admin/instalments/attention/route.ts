import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import type { AttentionAnswer } from "../answers"
import {
  attentionAnswer,
  readEmails,
  resolvedAnswer,
} from "../answers/attention"

/** `GET /admin/instalments/attention`: what needs a person, and who did what. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const open = (await ledger.attention.read()).filter(
    (item) => !item.resolution
  )
  const resolved = await ledger.attention.resolved()
  const emails = await readEmails(
    req.scope,
    resolved.map(({ resolved_by }) => resolved_by)
  )
  const answer: AttentionAnswer = {
    attention: open.map((item) => attentionAnswer(item, emails)),
    count: open.length,
    resolved: resolved.map((row) => resolvedAnswer(row, emails)),
  }
  res.json(answer)
}
