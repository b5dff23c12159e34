import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container, Heading, Text } from "@medusajs/ui"
import type {
  AttentionAnswer,
  ResolvedItem,
} from "../../../../api/admin/instalments/answers"
import { Item } from "../../../attention/item"
import {
  UnmatchedList,
  UnmatchedRefundList,
} from "../../../attention/unmatched-list"
import { useAttention } from "../../../data/queries"
import { Page } from "../../../display/page"
import { Nothing, ReadState } from "../../../display/read-state"
import { Moment } from "../../../display/values"

export const config = defineRouteConfig({ label: "Needs attention", rank: 1 })

/** What needs a person, and what no longer does. */
const AttentionPage = () => {
  const query = useAttention()
  return (
    <Page
      title="Needs attention"
      text="One entry for each cause. It goes by itself when the cause is gone."
    >
      <ReadState asSection query={query} what="what needs attention" rows={6}>
        {(answer) => (
          <>
            <AttentionList {...answer} />
            <UnmatchedList />
            <UnmatchedRefundList />
            <ResolvedList resolved={answer.resolved} />
          </>
        )}
      </ReadState>
    </Page>
  )
}
export default AttentionPage

/** What is open, the newest first. */
function AttentionList({ attention }: AttentionAnswer) {
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        Open
      </Heading>
      {attention.length === 0 && (
        <Nothing
          title="Nothing needs you"
          text="Every payment is placed, returned or on its way. What needs a person appears here and in the bell."
        />
      )}
      {attention.map((item) => (
        <Item key={item.key} item={item} />
      ))}
    </Container>
  )
}

const HOW: Partial<Record<ResolvedItem["resolution"]["action"], string>> = {
  settle: "placed the order",
  refund: "returned the money",
  identify: "identified the checkout",
  "end-doubt": "ended the doubt",
  retry: "asked for the refund again",
  withdraw: "withdrew the refund",
  check: "checked with the service",
  refresh: "read the config again",
}

/** What was resolved last, by whom, when and how. */
function ResolvedList({ resolved }: { resolved: ResolvedItem[] }) {
  if (resolved.length === 0) {
    return null
  }
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        Resolved
      </Heading>
      {resolved.map(({ key, title, resolution }) => (
        <div
          key={`${key} ${resolution.resolved_at}`}
          className="flex flex-col gap-y-1 px-6 py-3"
        >
          <Text size="small" weight="plus" leading="compact">
            {title}
          </Text>
          <Text size="small" className="text-ui-fg-subtle break-words">
            {`${resolution.resolved_by_email ?? resolution.resolved_by} ${HOW[resolution.action] ?? "marked it as resolved"}, `}
            <Moment at={resolution.resolved_at} />
            {resolution.note && `: “${resolution.note}”`}
          </Text>
        </div>
      ))}
    </Container>
  )
}
