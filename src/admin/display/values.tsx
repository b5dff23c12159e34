import { Copy, Text, Tooltip } from "@medusajs/ui"
import { Fragment, type ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type {
  Moment as MomentText,
  RefundRequest,
} from "../../api/admin/instalments/answers"
import type en from "../i18n/en.json"
import { useFormats } from "./format"

/** A name and what is known about it, one row as on the dashboard's pages. */
export function Fact({
  name,
  children,
}: {
  name: string
  children: ReactNode
}) {
  return (
    <div className="text-ui-fg-subtle grid grid-cols-2 items-center gap-4 px-6 py-3">
      <Text as="span" size="small" weight="plus" leading="compact">
        {name}
      </Text>
      <div className="txt-compact-small flex min-w-0 flex-wrap items-center gap-1">
        {children}
      </div>
    </div>
  )
}

/** Longer than this, an id is shown by its ends only. */
const WHOLE = 22

type ReferenceProps = {
  id: string | null
  /** What it is the id of. */
  what: keyof (typeof en)["shown"]["references"]
}

/** An id to read out to support: short to look at, copied whole. */
export function Reference({ id, what }: ReferenceProps) {
  if (!id) {
    return <span className="text-ui-fg-subtle">–</span>
  }
  return (
    <span className="inline-flex min-w-0 items-center gap-x-1">
      <Tooltip content={id} maxWidth={480}>
        <code className="txt-compact-small truncate font-mono">
          {shorten(id)}
        </code>
      </Tooltip>
      <CopyButton text={id} what={what} />
    </span>
  )
}

type CopyProps = { text: string; what: ReferenceProps["what"] }

/** Copies a text whole; a screen reader hears what it is. */
export function CopyButton({ text, what }: CopyProps) {
  const { t } = useTranslation("instalments")
  const name = t(`shown.references.${what}`)
  return <Copy content={text} aria-label={t("shown.copy", { what: name })} />
}

function shorten(id: string): string {
  return id.length > WHOLE ? `${id.slice(0, 11)}…${id.slice(-6)}` : id
}

/** The way to an order's page; a dash where there is none. */
export function OrderLink({ orderId }: { orderId: string | null }) {
  const { t } = useTranslation("instalments")
  if (!orderId) {
    return <span className="text-ui-fg-subtle">–</span>
  }
  return (
    <Link
      to={`/orders/${orderId}`}
      title={orderId}
      className="text-ui-fg-base underline whitespace-nowrap"
      // The row behind it leads somewhere else.
      onClick={(event) => event.stopPropagation()}
    >
      {t("shown.viewOrder")}
    </Link>
  )
}

/** A moment in the browser's time zone; the tooltip has it in UTC. */
export function Moment({ at }: { at: MomentText | null | undefined }) {
  const { moment, momentInUtc } = useFormats()
  if (!at) {
    return <span className="text-ui-fg-subtle">–</span>
  }
  return (
    <Tooltip content={momentInUtc(at)}>
      <time dateTime={at} className="whitespace-nowrap">
        {moment(at)}
      </time>
    </Tooltip>
  )
}

/** For `Trans` with values from outside: what looks like a tag in them is text. */
export const VALUES_ARE_TEXT = {
  shouldUnescape: true,
  tOptions: { interpolation: { escapeValue: true } },
}

/** A moment as the routes write it into their sentences, for any reader. */
const MOMENT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/

/** A sentence of the store's; its moments are in the reader's time zone. */
export function Prose({ children }: { children: string }) {
  return (
    <>
      {/* A capturing split: every second part is a moment. */}
      {children
        .split(MOMENT)
        .map((part, index) =>
          index % 2 === 1 ? (
            <Moment key={index} at={part} />
          ) : (
            <Fragment key={index}>{part}</Fragment>
          )
        )}
    </>
  )
}

type RefundAmountProps = {
  request: Pick<RefundRequest, "amount" | "service_amount" | "currency">
}

/** What a refund request asked for, and what the service says where that differs. */
export function RefundAmount({ request }: RefundAmountProps) {
  const { t } = useTranslation("instalments")
  const { amount } = useFormats()
  const { service_amount, currency } = request
  return (
    <>
      {amount(request.amount, currency)}
      {service_amount !== null && (
        <div className="text-ui-fg-subtle">
          {t("refundRequests.serviceSays", {
            amount: amount(service_amount, currency),
          })}
        </div>
      )}
    </>
  )
}
