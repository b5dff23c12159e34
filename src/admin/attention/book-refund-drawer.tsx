import { Input, Label, RadioGroup, Text } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type {
  CheckoutList,
  UnmatchedRefund,
} from "../../api/admin/instalments/answers"
import { ActDrawer } from "../actions/act"
import { ROUTES, useRead } from "../data/queries"
import { useFormats } from "../display/format"

type Props = { refund: UnmatchedRefund; onClose: () => void }

const MOST = 5

/** Asks which payment a refund of the service's support is of. */
export function BookRefundDrawer({ refund, onClose }: Props) {
  const { t } = useTranslation("instalments")
  const formats = useFormats()
  const [q, setQ] = useState("")
  const [reference, setReference] = useState("")
  const { refund_request_id, amount, currency } = refund
  const query = { q: q.trim(), limit: MOST }
  const found = useRead<CheckoutList>(ROUTES.checkouts, query)
  const listed = (q.trim() && found.data?.checkouts) || []
  const choices = listed.filter(
    ({ order_id, outcome }) => order_id || outcome === "held"
  )
  return (
    <ActDrawer
      action={{
        name: "book",
        label: "Book the refund",
        path: `${ROUTES.unmatchedRefunds}/${encodeURIComponent(refund_request_id)}/book`,
      }}
      body={{ reference }}
      isReady={choices.some(({ id }) => id === reference)}
      title={t("attention.booking.title", {
        amount: formats.amount(amount, currency),
      })}
      text={t("attention.booking.text")}
      onClose={onClose}
    >
      <div className="flex flex-col gap-y-2">
        <Label htmlFor="book-refund-order">
          {t("attention.booking.search")}
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
        aria-label={t("attention.booking.payments")}
      >
        {choices.map((one) => (
          <RadioGroup.ChoiceBox
            key={one.id}
            value={one.id}
            label={formats.amount(one.amount, one.currency)}
            description={t("attention.booking.payment", {
              order: one.order_id ?? t("attention.booking.noOrder"),
              checkout: one.checkout_id ?? one.id,
            })}
          />
        ))}
      </RadioGroup>
      {q.trim() && found.isSuccess && choices.length === 0 && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("attention.booking.none")}
        </Text>
      )}
    </ActDrawer>
  )
}
