import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import { noOffer, offerFor } from "../../../../modules/instalments/rules"
import { messageOf } from "../../../../modules/instalments/log"
import { whyStoreRefuses } from "../../../../workflows/validate-offer"
import { readCart } from "./read-cart"
import { readQuery } from "./read-query"
import { sendCacheable } from "./send-cacheable"
import { shopperOffer, unavailable } from "./shopper-offer"

/**
 * `GET /store/instalments/offer?amount=&currency_code=` or `?cart_id=`: what a
 * page may promise a shopper, from the last known config. The service is never
 * asked. The store is, by its hook `validateOffer`, about a cart that could be
 * paid. When the cart is gone, the service lets no checkout be created for a while (429)
 * or something fails, the route answers that nothing is offered: a shop must not show an
 * error page for that.
 *
 * An answer for an amount is the same for everyone, so browsers and CDNs may
 * keep it for a minute.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const query = readQuery(req.query)
  const byCart = "cartId" in query
  try {
    const ledger = req.scope.resolve(INSTALMENTS_MODULE)
    await ledger.reach.check()
    const asked = byCart ? await readCart(req.scope, query.cartId) : query
    const rules = await ledger.config.rules()
    const { waitMs } = await ledger.limits.read(
      "POST /api/checkouts",
      "shopper"
    )
    const wouldOffer = asked
      ? offerFor({ ...asked, options: ledger.options, rules })
      : noOffer("unavailable")
    const offer =
      wouldOffer.eligible && waitMs > 0 ? noOffer("unavailable") : wouldOffer
    const message =
      byCart && asked && offer.eligible
        ? await whyStoreRefuses({ ...asked, cart_id: query.cartId }, req.scope)
        : null
    const said = message ? { ...noOffer("refused"), message } : offer
    // A shop that has just started has its config in a moment; a pause is short.
    const shared = rules && waitMs <= 0 ? "public, max-age=60" : "no-store"
    const cacheControl = byCart ? "private, max-age=0, no-cache" : shared
    const body = { offer: shopperOffer(said, asked) }
    sendCacheable(req, res, { body, cacheControl })
  } catch (error) {
    req.scope
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(`Instalments are not offered, as this failed: ${messageOf(error)}`)
    res.setHeader("cache-control", "no-store")
    res.status(200).json({ offer: unavailable(byCart ? null : query) })
  }
}
