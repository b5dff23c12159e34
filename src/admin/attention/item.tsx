import { Badge, Text } from "@medusajs/ui"
import { Trans, useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { AttentionItem } from "../../api/admin/instalments/answers"
import { Actions } from "../actions/actions"
import { useFormats } from "../display/format"
import { Moment, OrderLink, Prose, Reference } from "../display/values"

/** Red for what holds somebody's money. */
const KINDS = {
  "held-payment": "red",
  "other-amount": "red",
  "denied-payment": "red",
  unidentified: "red",
  "unknown-checkouts": "red",
  "other-stores": "red",
  "refund-without-id": "red",
  "failed-refund": "red",
  "refund-in-doubt": "orange",
  "held-refund": "red",
  "late-refund": "orange",
  "unverified-callbacks": "orange",
  "missing-callbacks": "orange",
  "held-callback": "orange",
  "reconcile-behind": "orange",
  "config-old": "orange",
  "credentials-refused": "red",
} as const satisfies Record<AttentionItem["kind"], string>

/** One cause: what is wrong, what to do next, and the buttons for it. */
export function Item({ item }: { item: AttentionItem }) {
  const { t } = useTranslation("instalments")
  const formats = useFormats()
  const { amount, currency, kind, count } = item
  return (
    <article
      aria-label={item.title}
      className="flex flex-col gap-y-3 px-6 py-4"
      data-kind={kind}
    >
      <div className="flex flex-wrap items-center gap-2">
        <Badge size="2xsmall" color={KINDS[kind]}>
          {t(`attention.kinds.${kind}`)}
        </Badge>
        <Text size="small" weight="plus">
          {item.title}
        </Text>
        {amount !== null && currency && (
          <Text size="small" className="ml-auto whitespace-nowrap">
            {formats.amount(amount, currency)}
          </Text>
        )}
      </div>
      <Text size="small" className="text-ui-fg-subtle text-pretty break-words">
        <Prose>{item.text}</Prose>
        {count > 1 && ` ${t("attention.happened", { count })}`}
      </Text>
      <ItemFooter item={item} />
      <Actions actions={item.actions} noteNeeded={item.note_needed} />
    </article>
  )
}

/** Since when, and the way to what it is about. */
function ItemFooter({ item }: { item: AttentionItem }) {
  const { t } = useTranslation("instalments")
  const { opened_at, reference, order_id, cart_id } = item
  return (
    <div className="txt-compact-small text-ui-fg-subtle flex flex-wrap items-center gap-x-4 gap-y-1">
      <span>
        <Trans
          t={t}
          i18nKey="attention.since"
          components={{ moment: <Moment at={opened_at} /> }}
        />
      </span>
      {reference && (
        <Link
          to={`/instalments/checkouts/${reference}`}
          className="text-ui-fg-base underline"
        >
          {t("shown.viewCheckout")}
        </Link>
      )}
      {order_id && <OrderLink orderId={order_id} />}
      {reference && <Reference id={reference} what="reference" />}
      {cart_id && !order_id && <Reference id={cart_id} what="cartId" />}
    </div>
  )
}
