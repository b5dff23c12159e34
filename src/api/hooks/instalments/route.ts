import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import { parseCallback } from "../../../modules/instalments/callback/parse-callback"
import { verifySignature } from "../../../modules/instalments/callback/verify-signature"
import { fillTemplate } from "../../../modules/instalments/domain/return-urls"
import type { InstalmentsModuleService } from "../../../modules/instalments/service"
import { settleCheckoutWorkflow } from "../../../workflows"
import { recordCallback } from "./record-callback"

/**
 * The service's callback (Events in the API specification): verify, record,
 * settle, answer 2xx. Not verified: 401 and a log line. Not recorded: 503, so
 * that the service sends it again.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse) {
  const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
  const ledger: InstalmentsModuleService = req.scope.resolve(INSTALMENTS_MODULE)
  const rawBody = Buffer.from((req.rawBody as Buffer | undefined) ?? "")
  const { algorithm, encoding, secret } = ledger.options.callback
  const verdict = verifySignature({
    rawBody,
    header: req.headers["x-signature"],
    scheme: { algorithm, encoding, key: secret },
  })
  if (!verdict.verified) {
    logger.warn(`An instalment callback was not believed: ${verdict.reason}`)
    res.status(401).json({ message: verdict.reason })
    return
  }

  let paid: Awaited<ReturnType<typeof recordCallback>>
  try {
    paid = await recordCallback(ledger, rawBody, parseCallback(rawBody))
  } catch (error) {
    logger.error(`An instalment callback could not be recorded: ${error}`)
    res.status(503).json({ message: "Not recorded. Send it again." })
    return
  }
  if (!paid) {
    res.status(200).json({})
    return
  }

  const { storefront } = ledger.options
  const settling = settleCheckoutWorkflow(req.scope)
    .run({ input: { reference: paid.id } })
    .then(({ result }) => result.order_id)
    .catch((error: unknown) => {
      logger.error(`Settling instalment payment ${paid.id} failed: ${error}`)
      return null
    })
  const orderId = await withinBudget(
    settling,
    ledger.options.callback.settleBudgetMs
  )
  const template = orderId ? storefront.orderUrl : storefront.successUrl
  res.status(200).json({
    redirect_url: fillTemplate(template, {
      cart_id: paid.cart_id,
      order_id: orderId ?? "",
      country_code: paid.country_code ?? "",
    }),
  })
}

/** The answer must not depend on luck: after the budget settling goes on alone. */
async function withinBudget<T>(work: Promise<T>, ms: number) {
  let timer: NodeJS.Timeout | undefined
  const budget = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  return Promise.race([work, budget]).finally(() => clearTimeout(timer))
}
