import { Container } from "@medusajs/ui"
import { useCheckout } from "../data/use-checkout"
import { Page } from "../display/page"
import { ReadState } from "../display/read-state"
import { Callbacks } from "./callbacks"
import { CheckoutActions } from "./checkout-actions"
import { CheckoutSection } from "./checkout-section"
import { Facts } from "./facts"
import { Places } from "./places"
import { Problems } from "./problems"
import { Refunds } from "./refunds"
import { Timeline } from "./timeline"

/** Everything the ledger knows about one checkout. */
export function CheckoutPage({ reference }: { reference: string }) {
  const query = useCheckout(reference)
  return (
    <Page
      title="Checkout"
      text="What happened to this payment, and what is next."
    >
      <ReadState asSection query={query} what="the checkout" rows={8}>
        {(checkout) => (
          <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-[2fr_1fr]">
            <div className="flex min-w-0 flex-col gap-y-3">
              <CheckoutSection
                actions={<CheckoutActions checkout={checkout} />}
              >
                <Problems checkout={checkout} />
                <Facts checkout={checkout} />
                <Places checkout={checkout} />
              </CheckoutSection>
              <Refunds requests={checkout.refund_requests} />
              <Callbacks callbacks={checkout.callbacks} />
            </div>
            <Container className="p-0">
              <Timeline entries={checkout.timeline} />
            </Container>
          </div>
        )}
      </ReadState>
    </Page>
  )
}
