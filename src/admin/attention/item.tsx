import { Badge, Text } from "@medusajs/ui"
import type { AttentionItem } from "../../api/admin/instalments/answers"
import { Actions } from "../display/actions"
import { amountText } from "../display/amount"
import { Prose } from "../display/prose"
import { ItemFooter } from "./item-footer"
import { kindLabel } from "./kinds"

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
