import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Text } from "@medusajs/ui"
import { Trans, useTranslation } from "react-i18next"
import type {
  AttentionAnswer,
  ResolvedItem,
} from "../../../../api/admin/instalments/answers"
import { Item } from "../../../attention/item"
import { UnmatchedRefunds } from "../../../attention/unmatched-refunds"
import { useAttention } from "../../../data/queries"
import { Page, Section } from "../../../display/page"
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
            <UnmatchedRefunds />
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
    <Section title={t("attention.open")}>
      {attention.length === 0 && (
        <Nothing
          title={t("attention.nothing")}
          text={t("attention.nothingText")}
        />
      )}
      {attention.map((item) => (
        <Item key={item.key} item={item} />
      ))}
    </Section>
  )
}

/** What was resolved last, by whom, when and how. */
function ResolvedList({ resolved }: { resolved: ResolvedItem[] }) {
  const { t } = useTranslation("instalments")
  if (resolved.length === 0) {
    return null
  }
  return (
    <Section title={t("attention.resolved.title")}>
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
    </Section>
  )
}
