import { seeOther, type Answer, type Exchange } from "../http/exchange"
import { cancel, pay } from "../payments/end-checkout"
import type { PageStep } from "../state/records"
import { page } from "./page"
import { takeCard } from "./steps/card"
import { takeMobile } from "./steps/mobile"
import { takeTerm } from "./steps/term"
import { takeCode } from "./steps/verify"
import { hasReached, type Form, type View } from "./view"

const TAKE: Record<PageStep, (view: View, form: Form) => Form> = {
  mobile: takeMobile,
  term: takeTerm,
  card: takeCard,
  verify: takeCode,
}

/**
 * Takes one step's form. Errors come back with the same page (422); what is
 * right leads on to the next step, and the last step to the shop.
 */
export async function submit(
  view: View,
  action: string,
  exchange: Exchange
): Promise<Answer> {
  const { parts, checkout } = view
  const here = `/pay/${checkout.id}`
  if (action === "cancel") {
    return seeOther((await cancel(parts, checkout)).redirect_url ?? here)
  }
  const step = action as PageStep
  if (!Object.hasOwn(TAKE, action) || !hasReached(checkout, step)) {
    return seeOther(here)
  }
  const form = Object.fromEntries(new URLSearchParams(exchange.raw))
  const shown = { ...view, step, values: step === "card" ? {} : form }
  const errors = TAKE[step](shown, form)
  parts.changed()
  if (Object.keys(errors).length > 0) {
    // The step may have moved: too many wrong codes lead back to the card.
    const open = hasReached(checkout, step) ? step : checkout.page.step
    return page({ ...shown, step: open, errors }, 422)
  }
  return step === "verify"
    ? seeOther((await pay(parts, checkout)).redirect_url ?? here)
    : seeOther(here)
}
