import { Hono } from "hono"
import { readJson } from "../input"
import type { Env, Parts } from "../parts"
import { newRefund, refusalOf } from "../refunds"
import { Refusal } from "../refusal"
import { paginate, refundOf } from "./resources"
import { refundInput } from "./schemas"

/** `/api/refunds`: ask for one, fetch and list. */
export function refundRoutes(parts: Parts) {
  const { checkouts, refundRequests, settings } = parts.state
  return (
    new Hono<Env>({ strict: false })
      .post("/", (c) => {
        const body = readJson(c.get("raw"))
        const checkout = checkouts.get(String(body.checkout_id))
        if (!checkout) {
          throw new Refusal(404, "Checkout not found.")
        }
        const read = refundInput.safeParse(body)
        const refused = read.success
          ? refusalOf(parts, checkout, read.data.amount)
          : read.error.issues.map(({ message }) => message)
        if (!read.success || refused) {
          throw new Refusal(422, refused ?? [])
        }
        const refund = newRefund(parts, checkout, read.data.amount)
        return c.json({ data: refundOf(refund) })
      })
      // Unless set, in no order that a client can rely on.
      .get("/", (c) => {
        const all = [...refundRequests.values()]
        const listed = {
          none: () => all.sort((a, b) => (a.id < b.id ? -1 : 1)),
          newest_first: () => all.reverse(),
          oldest_first: () => all,
        }[settings.refunds.order]()
        return c.json(paginate(listed.map(refundOf), c))
      })
      .get("/:id", (c) => {
        const refund = refundRequests.get(c.req.param("id"))
        if (!refund) {
          throw new Refusal(404, "Refund request not found.")
        }
        return c.json({ data: refundOf(refund) })
      })
  )
}
