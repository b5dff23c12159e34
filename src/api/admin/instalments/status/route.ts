import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { StatusAnswer } from "../answers"
import { configAnswer } from "../answers/status"
import { checks, stateOfAll } from "./checks"
import { readFacts } from "./read-facts"

/**
 * `GET /admin/instalments/status`: the health of the set-up, as far as the
 * store can tell.
 */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const facts = await readFacts(req.scope)
  const { environment, currency } = facts.options
  const found = checks(facts)
  const answer: StatusAnswer = {
    status: {
      ...{ environment, currency },
      state: stateOfAll(found),
      checks: found,
      config: configAnswer(facts.config),
    },
  }
  res.json(answer)
}
