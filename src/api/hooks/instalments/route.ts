import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import { parseCallback } from "../../../modules/instalments/callback/parse-callback"
import { verifySignature } from "../../../modules/instalments/callback/verify-signature"
import type { Recorded } from "../../../modules/instalments/ledger/record-callback"
import type { InstalmentsModuleService } from "../../../modules/instalments/service"
import { answerUnverified } from "./answer-unverified"
import { followUp } from "./follow-up"
import { redirectUrl } from "./redirect-url"
import { messageOf } from "../../../modules/instalments/message-of"

/**
 * The service's callback (Events in the API specification): verify, record,
 * settle, answer 2xx. Not verified: 401 and a log line. Not recorded: 503, so
 * that the service sends it again.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse) {
  const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
  const ledger: InstalmentsModuleService = req.scope.resolve(INSTALMENTS_MODULE)
  const rawBody = Buffer.from((req.rawBody as Buffer | undefined) ?? "")
  const parsed = parseCallback(rawBody)
  const verdict = verifySignature({
    rawBody,
    header: req.headers["x-signature"],
    scheme: ledger.options.callback,
  })
  if (!verdict.verified) {
    logger.warn(`An instalment callback was not believed: ${verdict.reason}`)
    await answerUnverified(req.scope, res, parsed, verdict.reason)
    return
  }
  let recorded: Recorded
  try {
    recorded = await ledger.recordCallback(rawBody, parsed)
  } catch (error) {
    logger.error(
      `An instalment callback could not be recorded: ${messageOf(error)}`
    )
    res.status(503).json({ message: "Not recorded. Send it again." })
    return
  }
  if (recorded.next === "nothing" && recorded.held_reason) {
    logger.error(
      `An instalment callback is kept and held: ${recorded.held_reason}`
    )
  }
  const checkout = await followUp(req.scope, recorded)
  res
    .status(200)
    .json(checkout ? { redirect_url: redirectUrl(ledger, checkout) } : {})
}
