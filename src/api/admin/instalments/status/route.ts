import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { StatusAnswer } from "../answers"
import { seenAnswer } from "./answer"
import { checks, stateOfAll } from "./checks"
import { readSetup } from "./read-setup"

/**
 * `GET /admin/instalments/status`: the health of the set-up, as far as the
 * store can tell.
 */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const seen = await readSetup(req.scope)
  const found = checks({ ...seen, verified_at: seen.verified.last_at })
  const answer: StatusAnswer = {
    status: { ...seenAnswer(seen), state: stateOfAll(found), checks: found },
  }
  res.json(answer)
}
