import {
  makePaymentLink,
  readPayability,
  takeBackPaymentLinks,
} from "../../../../../../workflows/balance/payment-link"
import { acting } from "../../../actor"
import { answering } from "../../../answering"
import type {
  BalanceAnswer,
  LinksTakenBackAnswer,
  PaymentLinkAnswer,
} from "../../../answers"

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
 * their end, or until they are taken back.
 */
export const POST = acting("make-link", async (req, res) => {
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

/**
 * `DELETE /admin/instalments/orders/:id/payment-link`: takes back all links of the order
 * that were made before now. A payment page that one of them has opened stays open.
 */
export const DELETE = acting("take-links-back", async (req, res) => {
  const at = await takeBackPaymentLinks(String(req.params.id), req.scope)
  const answer: LinksTakenBackAnswer = {
    payment_link: { taken_back_at: at.toISOString() },
  }
  res.json(answer)
})
