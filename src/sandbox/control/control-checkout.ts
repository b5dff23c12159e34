import { Refusal } from "../http/exchange"
import type { Control } from "./control"
import { flag, text, whole, type Input } from "./read-input"

/** What a control request says about one checkout. */
export type CheckoutRequest = { id: string; action: string; input: Input }

/** `POST /sandbox/checkouts/:id/…` */
export function controlCheckout(
  control: Control,
  { id, action, input }: CheckoutRequest
): Promise<unknown> {
  const force = flag(input, "force")
  const numberOfPayments = whole(input, "number_of_payments")
  switch (action) {
    case "pay":
      return control.pay(id, { numberOfPayments, force })
    case "cancel":
      return control.cancel(id, { force })
    case "decline":
      return control.decline(id, text(input, "reason"))
    case "status":
      return setStatus(control, id, text(input, "status"))
    case "refund":
      return refund(control, id, whole(input, "amount"))
    case "callback":
      return control.sendCallback(id, {
        status: text(input, "status"),
        numberOfPayments,
        body: input.body,
        signature: text(input, "signature"),
      })
  }
  throw new Refusal(
    404,
    "Checkouts know pay, cancel, decline, refund, callback and status."
  )
}

async function refund(control: Control, id: string, amount?: number) {
  if (!amount) {
    throw new Refusal(400, '"amount" is missing: cents, 1 or more.')
  }
  return { refund_request: await control.refund(id, amount) }
}

async function setStatus(control: Control, id: string, status?: string) {
  if (!status) {
    throw new Refusal(400, '"status" is missing.')
  }
  return { checkout: await control.setStatus(id, status) }
}
