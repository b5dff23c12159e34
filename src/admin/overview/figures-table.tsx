import { Table } from "@medusajs/ui"

/** The figures behind a plot, as texts: the first column names the row. */
export type Figures = { head: string[]; rows: string[][] }

type Props = { caption: string; figures: Figures }

/** A plot's figures, to be read and copied. */
export function FiguresTable({ caption, figures }: Props) {
  return (
    <div
      className="max-h-72 overflow-auto border-t"
      role="region"
      aria-label={`Figures of ${caption}`}
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
