import { Container } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useParams } from "react-router-dom"
import type {
  CheckoutDetail,
  RefundRequest,
} from "../../../../../api/admin/instalments/answers"
import { Actions } from "../../../../actions/actions"
import {
  CheckoutActions,
  CheckoutSection,
  Facts,
  Problems,
} from "../../../../checkout/checkout-section"
import { Timeline } from "../../../../checkout/timeline"
import { useCheckout } from "../../../../data/queries"
import { Page, Section } from "../../../../display/page"
import { ReadState } from "../../../../display/read-state"
import { RefundStatusBadge } from "../../../../display/states"
import {
  Fact,
  Moment,
  OrderLink,
  Reference,
  RefundAmount,
} from "../../../../display/values"

/** The page's name in the browser's title and in the way to it. */
export const handle = {
  label: "checkout.title",
  translationNs: "instalments",
  breadcrumb: () => <Crumb />,
}

const Crumb = () => useTranslation("instalments").t("checkout.title")

/** Everything the ledger knows about one checkout, also one that has no order. */
const CheckoutPage = () => {
  const { t } = useTranslation("instalments")
  const { id } = useParams()
  const query = useCheckout(id ?? "")
  return (
    <Page title={t("checkout.title")} text={t("checkout.text")}>
      <ReadState asSection query={query} what={t("checkout.what")} rows={8}>
        {({ checkout }) => (
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
export default CheckoutPage

/** Where a checkout belongs in the store, and when it was last looked at. */
function Places({ checkout }: { checkout: CheckoutDetail }) {
  const { t } = useTranslation("instalments")
  return (
    <>
      <Fact name={t("checkout.order")}>
        <OrderLink orderId={checkout.order_id} />
      </Fact>
      <Fact name={t("checkout.cart")}>
        <Reference id={checkout.cart_id} what="cartId" />
      </Fact>
      <Fact name={t("checkout.paymentSession")}>
        <Reference id={checkout.payment_session_id} what="paymentSessionId" />
      </Fact>
      <Fact name={t("checkout.lastAsked")}>
        <Moment at={checkout.last_checked_at} />
      </Fact>
      <Fact name={t("checkout.lookedAtAgain")}>
        <Moment at={checkout.next_look_at} />
      </Fact>
    </>
  )
}

/** The refund requests of one checkout. */
function Refunds({ requests }: { requests: RefundRequest[] }) {
  const { t } = useTranslation("instalments")
  if (requests.length === 0) {
    return null
  }
  return (
    <Section title={t("refundRequests.title")}>
      {requests.map((request) => (
        <div
          key={request.id}
          className="txt-compact-small flex flex-wrap items-center gap-x-4 gap-y-1 px-6 py-3"
        >
          <RefundStatusBadge status={request.status} />
          <Reference id={request.refund_request_id} what="refundRequestId" />
          <Moment at={request.created_at} />
          <span className="ml-auto whitespace-nowrap">
            <RefundAmount request={request} />
          </span>
          <Actions actions={request.actions} />
        </div>
      ))}
    </Section>
  )
}
