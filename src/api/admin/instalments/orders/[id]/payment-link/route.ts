import {
  makePaymentLink,
  readPayability,
} from "../../../../../../workflows/balance/payment-link"
import { answering } from "../../../answering"
import type { BalanceAnswer, PaymentLinkAnswer } from "../../../answers"

/**
 * `GET /admin/instalments/orders/:id/payment-link`: what the order owes, and why it
 * cannot be paid by a link, if it cannot. Makes nothing.
 */
export const GET = answering(async (req, res) => {
  const { balance, reason } = await readPayability(
    String(req.params.id),
    req.scope
  )
  const { owed: amount, currency } = balance
  const answer: BalanceAnswer = {
    balance: { amount, currency, reason: reason?.words ?? null },
  }
  res.json(answer)
})

/**
 * `POST /admin/instalments/orders/:id/payment-link`: a link by which what the order
 * owes can be paid. Each is a new one; those made before stay good until their end.
 */
export const POST = answering(async (req, res) => {
  const { expires_at, ...link } = await makePaymentLink(
    String(req.params.id),
    req.scope
  )
  const answer: PaymentLinkAnswer = {
    payment_link: { ...link, expires_at: expires_at.toISOString() },
  }
  // Whoever has the link can pay by it.
  res.setHeader("cache-control", "no-store")
  res.json(answer)
})
