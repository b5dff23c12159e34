import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container, Heading, Text } from "@medusajs/ui"
import { Trans, useTranslation } from "react-i18next"
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
import { Moment, VALUES_ARE_TEXT } from "../../../display/values"

export const config = defineRouteConfig({
  label: "attention.title",
  translationNs: "instalments",
  rank: 1,
})

/** What needs a person, and what no longer does. */
const AttentionPage = () => {
  const { t } = useTranslation("instalments")
  const query = useAttention()
  return (
    <Page title={t("attention.title")} text={t("attention.text")}>
      <ReadState asSection query={query} what={t("attention.what")} rows={6}>
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
  const { t } = useTranslation("instalments")
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        {t("attention.open")}
      </Heading>
      {attention.length === 0 && (
        <Nothing
          title={t("attention.nothing")}
          text={t("attention.nothingText")}
        />
      )}
      {attention.map((item) => (
        <Item key={item.key} item={item} />
      ))}
    </Container>
  )
}

/** What was resolved last, by whom, when and how. */
function ResolvedList({ resolved }: { resolved: ResolvedItem[] }) {
  const { t } = useTranslation("instalments")
  if (resolved.length === 0) {
    return null
  }
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        {t("attention.resolved.title")}
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
            <Trans
              {...VALUES_ARE_TEXT}
              t={t}
              i18nKey={`attention.resolved.${resolution.action}`}
              values={{
                who: resolution.resolved_by_email ?? resolution.resolved_by,
              }}
              components={{ moment: <Moment at={resolution.resolved_at} /> }}
            />
            {resolution.note && `: “${resolution.note}”`}
          </Text>
        </div>
      ))}
    </Container>
  )
}
