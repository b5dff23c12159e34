import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import {
  claimedReference,
  parseCallback,
} from "../../../modules/instalments/callback/parse-callback"
import { countCallback } from "../../../modules/instalments/telemetry/counting"
import { asAttributes } from "../../../modules/instalments/telemetry/references"
import { traced } from "../../../modules/instalments/telemetry/traced"
import { answerCallback } from "./answer-callback"

/**
 * The service's callback (Events in the API specification): verify, record,
 * settle, answer 2xx. Not verified: 401 and a log line. Not recorded: 503, so
 * that the service sends it again.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse) {
  const rawBody = Buffer.from((req.rawBody as Buffer | undefined) ?? "")
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
