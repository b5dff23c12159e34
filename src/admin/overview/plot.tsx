import { Button, Container, Heading, Table, Text } from "@medusajs/ui"
import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { Nothing } from "../display/read-state"

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
  const { t } = useTranslation("instalments")
  const [showsFigures, setShowsFigures] = useState(false)
  const other = showsFigures ? "plot" : "figures"
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
            aria-label={t(`overview.${other}Of`, { title })}
            onClick={() => setShowsFigures(!showsFigures)}
          >
            {t(`overview.${other}`)}
          </Button>
        )}
      </div>
      {isEmpty ? (
        <Nothing title={t("overview.nothingToPlot")} text={emptyText} />
      ) : showsFigures ? (
        <FiguresTable caption={title} figures={figures} />
      ) : (
        <div
          role="img"
          aria-label={t("overview.plotOf", { title })}
          className="px-4 pb-4"
        >
          {children}
        </div>
      )}
    </Container>
  )
}

/** Figures as texts, or what leads to them: the first column names the row. */
type Figures = { head: string[]; rows: ReactNode[][] }

type FiguresTableProps = { caption: string; figures: Figures }

/** Figures to be read and copied, as of a plot. */
export function FiguresTable({ caption, figures }: FiguresTableProps) {
  const { t } = useTranslation("instalments")
  return (
    <div
      className="max-h-72 overflow-auto border-t"
      role="region"
      aria-label={t("overview.figuresOf", { title: caption })}
      tabIndex={0}
    >
      <Table>
        <Table.Header className="bg-ui-bg-base sticky top-0 border-t-0">
          <Table.Row>
            {figures.head.map((name, index) => (
              <Table.HeaderCell key={name} className={align(index)}>
                {name}
              </Table.HeaderCell>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {figures.rows.map((cells, row) => (
            <Table.Row key={row}>
              {cells.map((cell, index) => (
                <Table.Cell key={index} className={align(index)}>
                  {cell}
                </Table.Cell>
              ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </div>
  )
}

function align(index: number) {
  return index === 0 ? "whitespace-nowrap" : "whitespace-nowrap text-right"
}
