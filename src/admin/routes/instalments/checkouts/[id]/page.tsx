import { Container, Heading, Table, Text } from "@medusajs/ui"
import { Trans, useTranslation } from "react-i18next"
import { useParams } from "react-router-dom"
import type {
  CheckoutCallback,
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
import { Page } from "../../../../display/page"
import { ReadState } from "../../../../display/read-state"
import { RefundStatusBadge } from "../../../../display/states"
import {
  Fact,
  Moment,
  OrderLink,
  Prose,
  Reference,
  RefundAmount,
  VALUES_ARE_TEXT,
} from "../../../../display/values"

/** The page's name in the browser's title and in the way to it. */
export const handle = {
  label: "checkout.title",
  translationNs: "instalments",
  breadcrumb: () => <Crumb />,
}

function Crumb() {
  const { t } = useTranslation("instalments")
  return t("checkout.title")
}

/** Everything the ledger knows about one checkout, also one that has no order. */
const CheckoutPage = () => {
  const { t } = useTranslation("instalments")
  const { id } = useParams()
  const query = useCheckout(id ?? "")
  return (
    <Page title={t("checkout.title")} text={t("checkout.text")}>
      <ReadState asSection query={query} what={t("checkout.what")} rows={8}>
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
    <Container className="p-0">
      <Heading level="h2" className="px-6 py-4">
        {t("refundRequests.title")}
      </Heading>
      <div
        className="overflow-x-auto"
        role="region"
        aria-label={t("refundRequests.title")}
        tabIndex={0}
      >
        <Table>
          <Table.Header>
            <Table.Row>
              <Table.HeaderCell>
                {t("refundRequests.serviceId")}
              </Table.HeaderCell>
              <Table.HeaderCell>{t("refundRequests.status")}</Table.HeaderCell>
              <Table.HeaderCell className="text-right">
                {t("refundRequests.amount")}
              </Table.HeaderCell>
              <Table.HeaderCell>{t("refundRequests.asked")}</Table.HeaderCell>
              <Table.HeaderCell>{t("refundRequests.ended")}</Table.HeaderCell>
              <Table.HeaderCell>
                <span className="sr-only">{t("table.actions")}</span>
              </Table.HeaderCell>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {requests.map((request) => (
              <Table.Row key={request.id}>
                <Table.Cell>
                  <Reference
                    id={request.refund_request_id}
                    what="refundRequestId"
                  />
                </Table.Cell>
                <Table.Cell>
                  <RefundStatusBadge status={request.status} />
                </Table.Cell>
                <Table.Cell className="text-right">
                  <RefundAmount request={request} />
                </Table.Cell>
                <Table.Cell>
                  <Moment at={request.created_at} />
                </Table.Cell>
                <Table.Cell>
                  <Moment at={request.finished_at} />
                </Table.Cell>
                <Table.Cell>
                  <Actions actions={request.actions} />
                </Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table>
      </div>
    </Container>
  )
}

/** The verified callbacks of one checkout, and those that are held. */
function Callbacks({ callbacks }: { callbacks: CheckoutCallback[] }) {
  const { t } = useTranslation("instalments")
  if (callbacks.length === 0) {
    return null
  }
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        {t("checkout.callbacks.title")}
      </Heading>
      {callbacks.map((callback) => (
        <div key={callback.id} className="flex flex-col gap-y-1 px-6 py-3">
          <Text size="small" leading="compact">
            <Trans
              {...VALUES_ARE_TEXT}
              t={t}
              i18nKey="checkout.callbacks.came"
              count={callback.deliveries}
              values={{
                status:
                  callback.status ?? t("checkout.callbacks.notUnderstood"),
              }}
              components={{
                moment: <Moment at={callback.last_received_at} />,
              }}
            />
          </Text>
          {callback.held_reason && (
            <Text size="small" className="text-ui-fg-error break-words">
              <Prose>{callback.held_reason}</Prose>
            </Text>
          )}
        </div>
      ))}
    </Container>
  )
}
