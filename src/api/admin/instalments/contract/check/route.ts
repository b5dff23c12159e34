import { INSTALMENTS_MODULE } from "../../../../../modules/instalments"
import { answering } from "../../answering"
import type { ContractAnswer } from "../../answers"
import { contractAnswer } from "../../status/answer"

/**
 * `POST /admin/instalments/contract/check`: asks the service for its OpenAPI
 * document now and compares it, at most once a minute (429 with the time). Where
 * it gives none, the answer's `failure` says why.
 */
export const POST = answering(async (req, res) => {
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const checked = await ledger.contract.check()
  const answer: ContractAnswer = { contract: contractAnswer(checked) }
  res.json(answer)
})
