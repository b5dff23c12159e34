import { Tooltip } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

/** One set of bars: its key in the rows, its name and its colour. */
export type Series = { key: string; name: string; colour: string }

/** A row has the bar's name under `label` and a number for each series. */
type Row = Record<string, string | number>

type Props = {
  rows: Row[]
  series: Series[]
  /** A value in words: in the tooltip whole, on the axis short. */
  text: (value: number) => string
  axisText: (value: number) => string
}

/** So many bars are named; of more, every so many. */
const NAMED = 6
const SMALL = "txt-compact-xsmall text-ui-fg-subtle"

/** Stacked bars in the dashboard's colours. */
export function Bars({ rows, series, text, axisText }: Props) {
  const heights = rows.map((row) =>
    series.reduce((sum, { key }) => sum + Number(row[key]), 0)
  )
  const top = ceilingOf(Math.max(...heights, 1))
  const step = Math.ceil(rows.length / NAMED)
  return (
    <div className={`grid grid-cols-[auto_1fr] gap-x-2 gap-y-1 ${SMALL}`}>
      <div className="flex flex-col justify-between text-right">
        {[top, top / 2, 0].filter(Number.isInteger).map((value) => (
          <span key={value}>{axisText(value)}</span>
        ))}
      </div>
      <div className="border-ui-border-strong flex h-52 items-end border-b">
        {rows.map((row, index) => (
          <Tooltip
            key={index}
            content={<Values row={row} series={series} text={text} />}
          >
            <div className="hover:bg-ui-bg-base-hover flex h-full flex-1 flex-col-reverse items-center px-px">
              {series.map(({ key, colour }) => (
                <div
                  key={key}
                  className="w-full max-w-12"
                  style={{
                    height: `${(Number(row[key]) / top) * 100}%`,
                    backgroundColor: colour,
                  }}
                />
              ))}
            </div>
          </Tooltip>
        ))}
      </div>
      <div className="col-start-2 flex">
        {rows.map(({ label }, index) => (
          <span
            key={index}
            className="flex w-0 flex-1 justify-center whitespace-nowrap"
          >
            {index % step === 0 && label}
          </span>
        ))}
      </div>
      {series.length > 1 && (
        <div className="col-span-2 flex flex-wrap justify-center gap-x-4 pt-2">
          {series.map(({ key, ...one }) => (
            <Name key={key} {...one} />
          ))}
        </div>
      )}
    </div>
  )
}

/** The least round number that is no less, whose half is round too. */
function ceilingOf(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 4, 6].find((count) => count * unit >= most) ?? 10) * unit
}

/** A series by its colour and its name. */
function Name({ name, colour }: Omit<Series, "key">) {
  return (
    <span className="flex items-center gap-x-2">
      <span
        className="size-2 rounded-sm"
        style={{ backgroundColor: colour }}
        aria-hidden
      />
      {name}
    </span>
  )
}

/** The figures of the bar under the pointer. */
function Values({
  row,
  series,
  text,
}: Omit<Props, "rows" | "axisText"> & { row: Row }) {
  const { t } = useTranslation("instalments")
  const parts = series.filter(({ key }) => Number(row[key]) !== 0)
  return (
    <>
      <div className="txt-compact-xsmall-plus pb-1">{row.label}</div>
      {parts.length === 0 && t("overview.nothingHere")}
      {parts.map(({ key, ...one }) => (
        <div key={key} className="flex justify-between gap-x-4">
          <Name {...one} />
          {text(Number(row[key]))}
        </div>
      ))}
    </>
  )
}
