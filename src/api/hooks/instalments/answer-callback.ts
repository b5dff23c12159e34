import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import {
  claimedReference,
  verifySignature,
} from "../../../modules/instalments/service-api"
import type {
  CallbackResult,
  ParsedCallback,
  Recorded,
} from "../../../modules/instalments/types"
import { log, messageOf } from "../../../modules/instalments/log"
import { answerUnverified } from "./answer-unverified"
import { followUp } from "./follow-up"
import { redirectUrl } from "./redirect-url"

/** Verifies a callback, records it, acts on it and answers the service. */
export async function answerCallback(
  req: MedusaRequest,
  res: MedusaResponse,
  { rawBody, parsed }: { rawBody: Buffer; parsed: ParsedCallback }
): Promise<CallbackResult> {
  const logger = log(req.scope)
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const references = { reference: claimedReference(parsed) }
  const verdict = verifySignature({
    rawBody,
    header: req.headers["x-signature"],
    scheme: ledger.options.callback,
  })
  if (!verdict.verified) {
    return answerUnverified(req.scope, res, parsed, verdict.reason)
  }
  let recorded: Recorded
  try {
    recorded = await ledger.callbacks.record(rawBody, parsed)
  } catch (error) {
    logger.error(
      `An instalment callback could not be recorded: ${messageOf(error)}`,
      references
    )
    res.status(503).json({ message: "Not recorded. Send it again." })
    return "unrecorded"
  }
  if (recorded.next === "nothing" && recorded.held_reason) {
    logger.error(
      `An instalment callback is kept and held: ${recorded.held_reason}`,
      references
    )
  }
  const checkout = await followUp(req.scope, recorded)
  res
    .status(200)
    .json(checkout ? { redirect_url: redirectUrl(ledger, checkout) } : {})
  return resultOf(recorded)
}

function resultOf(recorded: Recorded): CallbackResult {
  if (recorded.next === "nothing") {
    return recorded.held_reason ? "held" : "nothing_new"
  }
  return recorded.next === "settled" ? "duplicate" : recorded.next
}
