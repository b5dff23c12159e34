import { Container, Heading, Text } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import type { UnmatchedAnswer } from "../../api/admin/instalments/answers"
import { sdk } from "../data/client"
import { CONSOLE_KEY, ROUTES } from "../data/routes"
import { amountText } from "../display/amount"
import { Moment } from "../display/moment"
import { Reference } from "../display/reference"

/** What is paid at the service and not known here; nothing while there is none. */
export function UnmatchedList() {
  const { data } = useQuery({
    queryKey: [CONSOLE_KEY, "unmatched"],
    queryFn: () => sdk.client.fetch<UnmatchedAnswer>(ROUTES.unmatched),
  })
  if (!data || data.count === 0) {
    return null
  }
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-col gap-y-1 px-6 py-4">
        <Heading level="h2">Paid at the service, not known here</Heading>
        <Text size="small" className="text-ui-fg-subtle text-pretty">
          No checkout of this store is one of these. They are most often of
          another system on the same merchant account, and nothing has to be
          done.
          {data.count > data.unmatched_payments.length &&
            ` These are the newest of ${data.count}.`}
        </Text>
      </div>
      {data.unmatched_payments.map((payment) => (
        <div
          key={payment.checkout_id}
          className="txt-compact-small flex flex-wrap items-center gap-x-4 gap-y-1 px-6 py-3"
        >
          <Reference id={payment.checkout_id} what="checkout id" />
          <Moment at={payment.created_at} />
          <span className="ml-auto whitespace-nowrap">
            {amountText(payment.amount, payment.currency)}
          </span>
        </div>
      ))}
    </Container>
  )
}
