import { INSTALMENTS_MODULE } from "../../../../../modules/instalments"
import { dealtWith } from "../../actor"
import { answering } from "../../answering"
import { configAnswer } from "../../status/answer"

/**
 * `POST /admin/instalments/config/refresh`: reads the merchant config from the
 * service now, within a merchant's share of its limit (429 with the time).
 */
export const POST = answering(async (req, res) => {
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const causes = (await ledger.attention.read()).filter(
    ({ kind }) => kind === "config-old"
  )
  await ledger.config.refresh("on_demand")
  await dealtWith(req, ledger, causes, "refresh")
  const kept = await ledger.health.config()
  res.json({ config: configAnswer(kept, ledger.now()) })
})
