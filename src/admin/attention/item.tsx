import { Badge, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { AttentionItem } from "../../api/admin/instalments/answers"
import { Actions } from "../actions/actions"
import { amountText } from "../display/format"
import { Moment, OrderLink, Prose, Reference } from "../display/values"

const KINDS = {
  "held-payment": { label: "Held payment", color: "red" },
  "other-amount": { label: "Other amount", color: "red" },
  unidentified: { label: "Perhaps paid", color: "red" },
  "refund-without-id": { label: "Id needed", color: "red" },
  "failed-refund": { label: "Failed refund", color: "red" },
  "refund-in-doubt": { label: "Refund in doubt", color: "orange" },
  "held-refund": { label: "Held refund", color: "red" },
  "late-refund": { label: "Late refund", color: "orange" },
  "unverified-callbacks": { label: "Wrong signatures", color: "orange" },
  "held-callback": { label: "Held callback", color: "orange" },
  "reconcile-behind": { label: "Reconcile behind", color: "orange" },
  "config-old": { label: "Config old", color: "orange" },
  "credentials-refused": { label: "Credentials refused", color: "red" },
} as const satisfies Record<AttentionItem["kind"], unknown>

/** A kind in words, with red for what holds somebody's money. */
function kindLabel(kind: AttentionItem["kind"]) {
  return KINDS[kind]
}

/** One cause: what is wrong, what to do next, and the buttons for it. */
export function Item({ item }: { item: AttentionItem }) {
  const { amount, currency, kind, count } = item
  return (
    <article
      aria-label={item.title}
      className="flex flex-col gap-y-3 px-6 py-4"
      data-kind={kind}
    >
      <div className="flex flex-wrap items-center gap-2">
        <Badge size="2xsmall" color={kindLabel(kind).color}>
          {kindLabel(kind).label}
        </Badge>
        <Text size="small" weight="plus">
          {item.title}
        </Text>
        {amount !== null && currency && (
          <Text size="small" className="ml-auto whitespace-nowrap">
            {amountText(amount, currency)}
          </Text>
        )}
      </div>
      <Text size="small" className="text-ui-fg-subtle text-pretty break-words">
        <Prose>{item.text}</Prose>
        {count > 1 && ` It has happened ${count} times.`}
      </Text>
      <ItemFooter item={item} />
      <Actions actions={item.actions} noteNeeded={item.note_needed} />
    </article>
  )
}

/** Since when, and the way to what it is about. */
function ItemFooter({ item }: { item: AttentionItem }) {
  const { opened_at, reference, order_id, cart_id } = item
  return (
    <div className="txt-compact-small text-ui-fg-subtle flex flex-wrap items-center gap-x-4 gap-y-1">
      <span>
        {"Since "}
        <Moment at={opened_at} />
      </span>
      {reference && (
        <Link
          to={`/instalments/checkouts/${reference}`}
          className="text-ui-fg-base underline"
        >
          View checkout
        </Link>
      )}
      {order_id && <OrderLink orderId={order_id} />}
      {reference && <Reference id={reference} what="reference" />}
      {cart_id && !order_id && <Reference id={cart_id} what="cart id" />}
    </div>
  )
}
