import { Container, Heading, Table } from "@medusajs/ui"
import type { RefundRequest } from "../../api/admin/instalments/answers"
import { Actions } from "../display/actions"
import { amountText } from "../display/amount"
import { Moment } from "../display/moment"
import { Reference } from "../display/reference"
import { RefundStatusBadge } from "../display/refund-status"

/** The refund requests of one checkout. */
export function Refunds({ requests }: { requests: RefundRequest[] }) {
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
