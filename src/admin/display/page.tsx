import { Badge, Container, Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"

type PageProps = {
  title: string
  text: string
  badge?: ReactNode
  children: ReactNode
}

/** The head that every page of the console has, and what stands under it. */
export function Page({ title, text, badge, children }: PageProps) {
  return (
    <div className="flex w-full flex-col gap-y-3 pb-8">
      <div className="flex flex-wrap items-start justify-between gap-3 px-1 py-2">
        <div>
          <Heading level="h1">{title}</Heading>
          <Text size="small" className="text-ui-fg-subtle text-pretty">
            {text}
          </Text>
        </div>
        {badge}
      </div>
      {children}
    </div>
  )
}

type SectionProps = {
  title: string
  text?: ReactNode
  /** Stands beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** A part of a page, with its name and what it shows. */
export function Section({ title, text, action, children }: SectionProps) {
  return (
    <Container className="min-w-0 divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <div>
          <Heading level="h2">{title}</Heading>
          {text && (
            <Text size="small" className="text-ui-fg-subtle text-pretty">
              {text}
            </Text>
          )}
        </div>
        {action}
      </div>
      {children}
    </Container>
  )
}

/** Says whether real money moves. */
export function EnvironmentBadge({ of }: { of?: "sandbox" | "production" }) {
  const { t } = useTranslation("instalments")
  return (
    of && (
      <Badge color={of === "sandbox" ? "orange" : "green"} size="small">
        {t(`shown.environments.${of}`)}
      </Badge>
    )
  )
}
