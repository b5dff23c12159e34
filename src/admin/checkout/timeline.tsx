import { clx, Heading, Text } from "@medusajs/ui"
import { Trans, useTranslation } from "react-i18next"
import type { TimelineEntry } from "../../api/admin/instalments/answers"
import { Moment, Prose } from "../display/values"

/** What happened, oldest first, and what comes next by itself. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  const { t } = useTranslation("instalments")
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <Heading level="h3">{t("checkout.timeline")}</Heading>
      <ol className="flex flex-col">
        {entries.map((entry, index) => (
          <TimelineStep
            key={`${entry.at} ${entry.kind} ${index}`}
            entry={entry}
            isLast={index === entries.length - 1}
          />
        ))}
      </ol>
    </div>
  )
}

const COLOURS: Partial<Record<TimelineEntry["kind"], string>> = {
  paid: "bg-ui-tag-green-icon",
  placed: "bg-ui-tag-green-icon",
  refund_complete: "bg-ui-tag-green-icon",
  held: "bg-ui-tag-red-icon",
  creation_failed: "bg-ui-tag-red-icon",
  refund_failed: "bg-ui-tag-red-icon",
  returned: "bg-ui-tag-blue-icon",
}

type Props = { entry: TimelineEntry; isLast: boolean }

/** One thing that happened, with a line to the next. */
function TimelineStep({ entry, isLast }: Props) {
  const { t } = useTranslation("instalments")
  const colour = COLOURS[entry.kind] ?? "bg-ui-tag-neutral-icon"
  return (
    <li className="grid grid-cols-[12px_1fr] gap-x-3">
      <div className="flex flex-col items-center" aria-hidden>
        <span className={clx("mt-1.5 size-2 shrink-0 rounded-full", colour)} />
        {!isLast && <span className="border-ui-border-strong grow border-l" />}
      </div>
      <div className="min-w-0 pb-4">
        <Text size="small" leading="compact" className="break-words">
          <Prose>{entry.text}</Prose>
        </Text>
        <Text size="xsmall" className="text-ui-fg-subtle">
          <Moment at={entry.at} />
        </Text>
        {entry.next_at && (
          <Text size="xsmall" className="text-ui-fg-subtle">
            <Trans
              t={t}
              i18nKey="checkout.next"
              components={{ moment: <Moment at={entry.next_at} /> }}
            />
          </Text>
        )}
      </div>
    </li>
  )
}
