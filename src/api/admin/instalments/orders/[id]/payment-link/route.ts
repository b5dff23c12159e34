import {
  makePaymentLink,
  readPayability,
} from "../../../../../../workflows/balance/payment-link"
import { answering } from "../../../answering"
import type { BalanceAnswer, PaymentLinkAnswer } from "../../../answers"

/**
 * `GET /admin/instalments/orders/:id/payment-link`: what the order owes, and
 * the reason if it cannot be paid by a link. Changes nothing.
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
 * `POST /admin/instalments/orders/:id/payment-link`: makes a link to pay what
 * the order owes. Each call makes a new link; earlier links stay valid until
 * their end.
 */
export const POST = answering(async (req, res) => {
  const { expires_at, ...link } = await makePaymentLink(
    String(req.params.id),
    req.scope
  )
  const answer: PaymentLinkAnswer = {
    payment_link: { ...link, expires_at: expires_at.toISOString() },
  }
  // Anybody who has the link can pay with it.
  res.setHeader("cache-control", "no-store")
  res.json(answer)
})
