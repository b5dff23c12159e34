import { INSTALMENTS_MODULE } from "../../../../../modules/instalments"
import { acting, dealtWith } from "../../actor"
import { configAnswer } from "../../answers/status"

/**
 * `POST /admin/instalments/config/refresh`: reads the merchant config from the
 * service now, within a merchant's share of its limit (429 with the time).
 */
export const POST = acting("refresh-config", async (req, res) => {
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const causes = (await ledger.attention.read()).filter(
    ({ kind }) => kind === "config-old"
  )
  await ledger.config.refresh("on_demand")
  await ledger.deeds.keep()
  await dealtWith(req, ledger, causes, "refresh")
  res.json({ config: configAnswer(await ledger.health.config()) })
})
