import { Button, Container, Heading, Text } from "@medusajs/ui"
import { Suspense, useState, type ReactNode } from "react"
import { Loading } from "../display/loading"
import { Nothing } from "../display/nothing"
import { FiguresTable, type Figures } from "./figures-table"

type Props = {
  title: string
  text: string
  figures: Figures
  isEmpty: boolean
  /** What an empty plot says. */
  emptyText: string
  children: ReactNode
}

/** A plot with its name, and the figures behind it at the press of a button. */
export function PlotFrame(props: Props) {
  const { title, text, figures, isEmpty, emptyText, children } = props
  const [showsFigures, setShowsFigures] = useState(false)
  return (
    <Container className="flex min-w-0 flex-col p-0">
      <div className="flex items-start justify-between gap-2 px-6 py-4">
        <div>
          <Heading level="h2">{title}</Heading>
          <Text size="small" className="text-ui-fg-subtle text-pretty">
            {text}
          </Text>
        </div>
        {!isEmpty && (
          <Button
            size="small"
            variant="transparent"
            aria-expanded={showsFigures}
            aria-label={`${showsFigures ? "Plot" : "Figures"} of ${title}`}
            onClick={() => setShowsFigures(!showsFigures)}
          >
            {showsFigures ? "Plot" : "Figures"}
          </Button>
        )}
      </div>
      {isEmpty ? (
        <Nothing title="Nothing to plot" text={emptyText} />
      ) : showsFigures ? (
        <FiguresTable caption={title} figures={figures} />
      ) : (
        <div className="px-4 pb-4">
          <Suspense fallback={<Loading rows={6} what={`the plot ${title}`} />}>
            {children}
          </Suspense>
        </div>
      )}
    </Container>
  )
}
