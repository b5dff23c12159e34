import { Container, Heading, Table, Text } from "@medusajs/ui"
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
import { amountText } from "../../../../display/format"
import { Page } from "../../../../display/page"
import { ReadState } from "../../../../display/read-state"
import { RefundStatusBadge } from "../../../../display/states"
import {
  Fact,
  Moment,
  OrderLink,
  Prose,
  Reference,
} from "../../../../display/values"

export const handle = { breadcrumb: () => "Checkout" }

/** Everything the ledger knows about one checkout, also one that has no order. */
const CheckoutPage = () => {
  const { id } = useParams()
  const query = useCheckout(id ?? "")
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
export default CheckoutPage

/** Where a checkout belongs in the store, and when it was last looked at. */
function Places({ checkout }: { checkout: CheckoutDetail }) {
  return (
    <>
      <Fact name="Order">
        <OrderLink orderId={checkout.order_id} />
      </Fact>
      <Fact name="Cart">
        <Reference id={checkout.cart_id} what="cart id" />
      </Fact>
      <Fact name="Payment session">
        <Reference id={checkout.payment_session_id} what="payment session id" />
      </Fact>
      <Fact name="Service last asked">
        <Moment at={checkout.asked_at} />
      </Fact>
      <Fact name="Looked at again">
        <Moment at={checkout.next_look_at} />
      </Fact>
    </>
  )
}

/** The refund requests of one checkout. */
function Refunds({ requests }: { requests: RefundRequest[] }) {
  if (requests.length === 0) {
    return null
  }
  return (
    <Container className="p-0">
      <Heading level="h2" className="px-6 py-4">
        Refund requests
      </Heading>
      <div
        className="overflow-x-auto"
        role="region"
        aria-label="Refund requests"
        tabIndex={0}
      >
        <Table>
          <Table.Header>
            <Table.Row>
              <Table.HeaderCell>Service's id</Table.HeaderCell>
              <Table.HeaderCell>Status</Table.HeaderCell>
              <Table.HeaderCell className="text-right">Amount</Table.HeaderCell>
              <Table.HeaderCell>Asked</Table.HeaderCell>
              <Table.HeaderCell>Ended</Table.HeaderCell>
              <Table.HeaderCell>
                <span className="sr-only">Actions</span>
              </Table.HeaderCell>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {requests.map((request) => (
              <Table.Row key={request.id}>
                <Table.Cell>
                  <Reference
                    id={request.refund_request_id}
                    what="refund request id"
                  />
                </Table.Cell>
                <Table.Cell>
                  <RefundStatusBadge status={request.status} />
                </Table.Cell>
                <Table.Cell className="text-right">
                  {amountText(request.amount, request.currency)}
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
  if (callbacks.length === 0) {
    return null
  }
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        Callbacks
      </Heading>
      {callbacks.map((callback) => (
        <div key={callback.id} className="flex flex-col gap-y-1 px-6 py-3">
          <Text size="small" leading="compact">
            {`“${callback.status ?? "not understood"}”, came ${times(callback.deliveries)}, last `}
            <Moment at={callback.last_received_at} />
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

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`
}
