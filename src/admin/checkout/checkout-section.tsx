import { Container, Heading } from "@medusajs/ui"
import type { ReactNode } from "react"

/** The container of the order page's widget, whatever stands in it. */
export function CheckoutSection({
  actions,
  children,
}: {
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <Container className="divide-y p-0" role="region" aria-label="Instalments">
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <Heading level="h2">Instalments</Heading>
        {actions}
      </div>
      {children}
    </Container>
  )
}
