import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import { openLink } from "../../../../modules/instalments/rules"
import { log, messageOf } from "../../../../modules/instalments/log"
import { openBalanceCheckout } from "../../../../workflows/balance/open-balance-checkout"
import { linkAddress } from "../../../../workflows/balance/payment-link"
import { askAboutEarlier, readShopName, readView } from "../read-view"
import { pageOf } from "../page"
import type { View } from "../view"
import { Visits } from "../visits"
import { wordsOf } from "../words"

/** How long after its end a link still tells what became of a payment. */
const TELLS_AFTER_END_MS = 24 * 3_600_000

const visits = new Visits()

type Link = NonNullable<ReturnType<typeof openLink>>

/**
 * `GET /instalments/pay/:token`: the page of a payment link. It opens no
 * checkout, because crawlers and message previews load it too. `?back=1` marks
 * a shopper who comes back from the payment page.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  await answer(req, res, (link) =>
    readView(req.scope, link, { cameBack: req.query.back === "1" })
  )
}

/**
 * `POST /instalments/pay/:token`: the page's button. Redirects (303) to the
 * payment page of a checkout for what the order owes now, or shows why there is
 * none. `?amount=` is what the page showed, in cents: when the order owes another
 * amount by now, the page shows that first. Without it (a page of an older
 * version) the payment page is the first to show the amount.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse) {
  await answer(req, res, async (link) => {
    if (link.ended) {
      return readView(req.scope, link, { cameBack: false })
    }
    const { options } = req.scope.resolve(INSTALMENTS_MODULE)
    const { amount } = req.query
    await askAboutEarlier(req.scope, link.order_id)
    const opened = await openBalanceCheckout(req.scope, {
      orderId: link.order_id,
      page: linkAddress(options, String(req.params.token)),
      ...(amount !== undefined && { shown: Number(amount) }),
    })
    if ("payment_url" in opened) {
      return opened.payment_url
    }
    const view = await readView(req.scope, link, { cameBack: false })
    return "owed" in opened && view.kind === "payable"
      ? { ...view, changed: true }
      : view
  })
}

/** Answers with a page, or redirects to the address that `doing` answered. */
async function answer(
  req: MedusaRequest,
  res: MedusaResponse,
  doing: (link: Link) => Promise<View | string>
): Promise<void> {
  const { options, now, reach } = req.scope.resolve(INSTALMENTS_MODULE)
  const { signingSecret: secrets, baseUrl } = options
  const link = openLink(String(req.params.token), { secrets, now: now() })
  if (!link) {
    return send({ kind: "unknown" })
  }
  if (now() - link.expires_at.getTime() > TELLS_AFTER_END_MS) {
    return send({ kind: "ended" })
  }
  const waitS = visits.take(link.order_id, now())
  if (waitS > 0) {
    res.setHeader("retry-after", waitS)
    return send({ kind: "busy" })
  }
  try {
    const { links, reach } = req.scope.resolve(INSTALMENTS_MODULE)
    await reach.check()
    // Like one that has ended: who has paid by it still reads what became of that.
    const isTakenBack = await links.isTakenBack(link)
    const answered = await doing({
      ...link,
      ended: link.ended || isTakenBack,
    })
    if (typeof answered === "string") {
      res.setHeader("cache-control", "no-store")
      res.setHeader("referrer-policy", "no-referrer")
      return res.redirect(303, answered)
    }
    const isOver = isTakenBack && answered.kind === "ended"
    send(
      isOver ? { kind: "taken_back" } : answered,
      await readShopName(req.scope)
    )
  } catch (error) {
    log(req.scope).error(
      `The payment link of order ${link.order_id} did not work: ${messageOf(error)}`,
      { order_id: link.order_id }
    )
    send({ kind: "failed" })
  }

  function send(view: View, shop: string | null = null): void {
    const words = wordsOf(view)
    const page = pageOf(words, { shop: shop ?? "This shop", baseUrl })
    res.status(page.status).set(page.headers).send(page.text)
  }
}
