import type { CheckoutRequest } from "../client/client"
import { notifyUrl } from "../callback/notify-url"
import { customerPrefill, lineItems } from "../domain/checkout-content"
import { fillTemplate } from "../domain/return-urls"
import type { InstalmentsOptions } from "../options/parse-options"

/** The options that stand in what is sent. */
export type Sender = Pick<
  InstalmentsOptions,
  "baseUrl" | "backendUrl" | "currency" | "storefront"
>

/** A body as it is sent, with every field that it may have, and with the fewest. */
export type Samples = { fullest: object; barest: object }

/** As long as a reference of the ledger is. */
const REFERENCE = `inst_${"0".repeat(26)}`
/** What the lines of the two carts come to. */
const FULL_CENTS = 125_995
const BARE_CENTS = 39_995
const CHECKOUT_ID = "00000000-0000-4000-8000-000000000000"

/** Bodies as the provider sends them, made by the rules that make them there. */
export function checkoutSamples(sender: Sender): Samples {
  const { successUrl, cancelUrl } = sender.storefront
  const ids = { cart_id: REFERENCE, order_id: REFERENCE, country_code: "za" }
  const make = (
    content: Pick<CheckoutRequest, "amount" | "customer" | "line_items">
  ): { checkout: CheckoutRequest } => ({
    checkout: {
      ...content,
      currency: sender.currency,
      client_reference_id: REFERENCE,
      notify_url: notifyUrl(sender),
      success_url: fillTemplate(successUrl, ids),
      cancel_url: fillTemplate(cancelUrl, ids),
    },
  })
  return {
    fullest: make({
      amount: FULL_CENTS,
      customer: customerPrefill({
        email: "nomvula.van.der.westhuizen@shop.example",
        billing_address: {
          first_name: "Nomvula",
          last_name: "van der Westhuizen",
          phone: "+27 82 000 0000",
          address_1: "12 The Old Mill, 120 Long Street",
          address_2: "Gardens",
          city: "Cape Town",
          province: "Western Cape",
          postal_code: "8001",
          country_code: "za",
        },
      }),
      line_items: lineItems({
        items: [
          { title: "Mug, glazed by hand", quantity: 3, total: 1_199.95 },
          { title: "Card for a gift", quantity: 1, total: 0 },
        ],
        shippingTotal: 60,
        amountCents: FULL_CENTS,
      }),
    }),
    barest: make({
      amount: BARE_CENTS,
      customer: customerPrefill({ email: "nomvula@shop.example" }),
      line_items: lineItems({
        items: [{ title: "Mug", quantity: 1, total: 399.95 }],
        shippingTotal: 0,
        amountCents: BARE_CENTS,
      }),
    }),
  }
}

/** A refund request; it has no field that may be left out. */
export function refundSamples(): Samples {
  const body = { checkout_id: CHECKOUT_ID, amount: 1 }
  return { fullest: body, barest: body }
}
