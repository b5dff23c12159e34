import { seeOther, type Answer, type Exchange } from "../http/exchange"
import type { Parts } from "../parts"
import { hasExpired, land } from "../payments/session"
import type { PageStep } from "../state/records"
import { endPage, unknownPage } from "./end-page"
import { page } from "./page"
import { submit } from "./submit"
import { hasReached, STEPS, type View } from "./view"

/** Answers `/pay/:checkout_id` and the steps below it. */
export async function answerPage(
  parts: Parts,
  exchange: Exchange
): Promise<Answer> {
  const [, , id = "", action = ""] = exchange.path.split("/")
  const checkout = parts.state.checkouts.get(id)
  if (!checkout) {
    return unknownPage(parts)
  }
  const isOpen = checkout.status === "received" && !hasExpired(parts, checkout)
  if (exchange.method !== "POST" && action) {
    return seeOther(`/pay/${id}`)
  }
  if (!isOpen) {
    return endPage(parts, checkout)
  }
  land(parts, checkout)
  const asked = exchange.query.get("step") as PageStep | null
  const step = asked && isEarlier(asked) ? asked : checkout.page.step
  const view: View = { parts, checkout, step, errors: {}, values: {} }
  return exchange.method === "POST"
    ? submit(view, action, exchange)
    : page(view, 200)

  function isEarlier(one: PageStep): boolean {
    const isStep = STEPS.some(({ step }) => step === one)
    return isStep && checkout !== undefined && hasReached(checkout, one)
  }
}
