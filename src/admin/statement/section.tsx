import { Container, Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"

type Props = { title: string; text: ReactNode; children: ReactNode }

/** A part of the statement, with its name and what it shows. */
export function Section({ title, text, children }: Props) {
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
