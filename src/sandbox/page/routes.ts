import { z } from "zod"
import { Hono } from "hono"
import type { Env, Exchange, Parts } from "../parts"
import { cancel, hasExpired, land, pay } from "../payments"
import type { PageStep } from "../state/state"
import { takeCard, takeCode } from "./card"
import { endPage, unknownPage } from "./end-page"
import { hasReached, page, STEPS, type Form, type View } from "./page"
import { takeMobile, takeTerm } from "./plan"

const TAKE: Record<PageStep, (view: View, form: Form) => Form> = {
  mobile: takeMobile,
  term: takeTerm,
  card: takeCard,
  verify: takeCode,
}

/** Answers `/pay/:id` and the forms of its steps below it. */
export function pageRoutes(parts: Parts) {
  const app = new Hono<Env>({ strict: false })
  app.get("/:id", (c) => open(parts, c, (view) => page(view, 200)))
  app.get("/:id/*", (c) =>
    open(parts, c, ({ checkout }) => c.redirect(`/pay/${checkout.id}`, 303))
  )
  app.post("/:id/cancel", (c) =>
    open(parts, c, async ({ checkout }) => {
      const { redirect_url } = await cancel(parts, checkout)
      return c.redirect(redirect_url ?? `/pay/${checkout.id}`, 303)
    })
  )
  app.post("/:id/:step?", (c) => open(parts, c, submit))
  app.all("*", (c) => unknownPage(parts, c))
  return app
}

/** Opens the page for a shopper, if the checkout can be paid. */
function open(
  parts: Parts,
  c: Exchange,
  answer: (view: View) => Response | Promise<Response>
) {
  const checkout = parts.state.checkouts.get(c.req.param("id") ?? "")
  if (!checkout) {
    return unknownPage(parts, c)
  }
  if (checkout.status !== "received" || hasExpired(parts, checkout)) {
    return endPage(parts, c, checkout)
  }
  land(parts, checkout)
  const asked = STEPS.find(({ step }) => step === c.req.query("step"))?.step
  const step = asked && hasReached(checkout, asked) ? asked : checkout.page.step
  return answer({ parts, c, checkout, step, errors: {}, values: {} })
}

/**
 * Takes one step's form. Errors come back with the same page (422); what is
 * right leads on to the next step, and the last step to the shop.
 */
async function submit(view: View): Promise<Response> {
  const { parts, c, checkout } = view
  const here = `/pay/${checkout.id}`
  const step = STEPS.find((one) => one.step === c.req.param("step"))?.step
  if (!step || !hasReached(checkout, step)) {
    return c.redirect(here, 303)
  }
  const form = z
    .record(z.string(), z.string())
    .catch({})
    .parse(await c.req.parseBody())
  const shown = { ...view, step, values: step === "card" ? {} : form }
  const errors = TAKE[step](shown, form)
  parts.changed()
  if (Object.keys(errors).length > 0) {
    // The step may have moved: too many wrong codes lead back to the card.
    const isStill = hasReached(checkout, step) ? step : checkout.page.step
    return page({ ...shown, step: isStill, errors }, 422)
  }
  const next = step === "verify" ? await pay(parts, checkout) : undefined
  return c.redirect(next?.redirect_url ?? here, 303)
}
