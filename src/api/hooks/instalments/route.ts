import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import {
  claimedReference,
  parseCallback,
  PROBE,
} from "../../../modules/instalments/service-api"
import {
  asAttributes,
  countCallback,
  traced,
} from "../../../modules/instalments/log"
import { answerCallback } from "./answer-callback"

const PROBED = "The callback carries no X-Signature header."

/**
 * The service's callback (Events in the API specification): verify, record,
 * settle, answer 2xx. Not verified: 401 and a log line. Not recorded: 503, so
 * that the service sends it again.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse) {
  const rawBody = Buffer.from((req.rawBody as Buffer | undefined) ?? "")
  if (rawBody.equals(Buffer.from(PROBE))) {
    res.status(401).json({ message: PROBED })
    return
  }
  const parsed = parseCallback(rawBody)
  const reference = claimedReference(parsed)
  await traced(
    "instalments.callback",
    asAttributes({ reference }),
    async (span) => {
      const result = await answerCallback(req, res, { rawBody, parsed })
      span.setAttribute("instalments.callback.result", result)
      countCallback(result)
    }
  )
}
