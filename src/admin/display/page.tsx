import { Badge, Container, Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useStatus } from "../data/queries"

type Props = { title: string; text: string; children: ReactNode }

/** The head that every page of the console has, and what stands under it. */
export function Page({ title, text, children }: Props) {
  return (
    <div className="flex w-full flex-col gap-y-3 pb-8">
      <div className="flex flex-wrap items-start justify-between gap-3 px-1 py-2">
        <div>
          <Heading level="h1">{title}</Heading>
          <Text size="small" className="text-ui-fg-subtle text-pretty">
            {text}
          </Text>
        </div>
        <EnvironmentBadge />
      </div>
      {children}
    </div>
  )
}

type SectionProps = { title: string; text: ReactNode; children: ReactNode }

/** A part of a page, with its name and what it shows. */
export function Section({ title, text, children }: SectionProps) {
  return (
    <Container className="flex min-w-0 flex-col p-0">
      <div className="px-6 py-4">
        <Heading level="h2">{title}</Heading>
        <Text size="small" className="text-ui-fg-subtle text-pretty">
          {text}
        </Text>
      </div>
      {children}
    </Container>
  )
}

/** Says on every page when no real money moves. */
function EnvironmentBadge() {
  const { t } = useTranslation("instalments")
  const { data } = useStatus()
  if (data?.environment !== "sandbox") {
    return null
  }
  return (
    <Badge color="orange" size="small">
      {t("shown.sandbox")}
    </Badge>
  )
}
