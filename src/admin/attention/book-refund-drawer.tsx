import { Input, Label, RadioGroup, Text } from "@medusajs/ui"
import { useState } from "react"
import type { UnmatchedRefund } from "../../api/admin/instalments/answers"
import { ActDrawer } from "../actions/act"
import { ROUTES, useCheckouts } from "../data/queries"
import { amountText } from "../display/format"

type Props = { refund: UnmatchedRefund; onClose: () => void }

const MOST = 5

/** Asks which order's payment a refund of the service's support is of. */
export function BookRefundDrawer({ refund, onClose }: Props) {
  const [q, setQ] = useState("")
  const [reference, setReference] = useState("")
  const { refund_request_id, amount, currency } = refund
  const found = useCheckouts({ q: q.trim(), limit: MOST })
  const placed = (q.trim() && found.data?.checkouts) || []
  const choices = placed.filter(({ order_id }) => order_id)
  return (
    <ActDrawer
      action={{
        name: "book",
        label: "Book the refund",
        path: `${ROUTES.unmatchedRefunds}/${encodeURIComponent(refund_request_id)}/book`,
      }}
      body={{ reference }}
      isReady={choices.some(({ id }) => id === reference)}
      title={`Book ${amountText(amount, currency)}`}
      text="The service's list names no order. Ask its support which checkout it refunded: the order is booked as refunded, and nothing is sent."
      doneBy="Book the refund"
      onClose={onClose}
    >
      <div className="flex flex-col gap-y-2">
        <Label htmlFor="book-refund-order">
          Order number, or the service&apos;s checkout id
        </Label>
        <Input
          id="book-refund-order"
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
      </div>
      <RadioGroup
        value={reference}
        onValueChange={setReference}
        aria-label="The payment that was refunded"
      >
        {choices.map((one) => (
          <RadioGroup.ChoiceBox
            key={one.id}
            value={one.id}
            label={amountText(one.amount, one.currency)}
            description={`${one.order_id}, checkout ${one.checkout_id ?? one.id}`}
          />
        ))}
      </RadioGroup>
      {q.trim() && found.isSuccess && choices.length === 0 && (
        <Text size="small" className="text-ui-fg-subtle">
          No order that was paid with instalments is found.
        </Text>
      )}
    </ActDrawer>
  )
}
