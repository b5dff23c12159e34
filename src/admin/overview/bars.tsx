import { Tooltip } from "@medusajs/ui"

/** A part of a bar: its name, its colour and how many cents it is. */
export type Part = { name: string; colour: string; value: number }

type Props = {
  /** What a screen reader says of the plot. */
  title: string
  /** Parts stand from the bottom up. */
  bars: { label: string; parts: Part[] }[]
  /** A value in words: in the tooltip whole, on the axis short. */
  text: (value: number) => string
  axisText: (value: number) => string
}

/** So many bars are named; of more, every so many. */
const NAMED = 6

/** Stacked bars in the dashboard's colours. */
export function Bars({ title, bars, text, axisText }: Props) {
  const heights = bars.map(({ parts }) =>
    parts.reduce((sum, { value }) => sum + value, 0)
  )
  const top = ceilingOf(Math.max(...heights, 100))
  const step = Math.ceil(bars.length / NAMED)
  return (
    <div
      role="img"
      aria-label={title}
      className="txt-compact-xsmall text-ui-fg-subtle grid grid-cols-[auto_1fr] gap-x-2 gap-y-1 px-4 pb-4"
    >
      <div className="flex flex-col justify-between text-right">
        {[top, top / 2, 0].filter(Number.isInteger).map((value) => (
          <span key={value}>{axisText(value)}</span>
        ))}
      </div>
      <div className="border-ui-border-strong flex h-52 items-end border-b">
        {bars.map(({ label, parts }) => (
          <Tooltip
            key={label}
            content={[
              label,
              ...parts.flatMap(({ name, value }) =>
                value ? `${name}: ${text(value)}` : []
              ),
            ].join(" · ")}
          >
            <div className="hover:bg-ui-bg-base-hover flex h-full flex-1 flex-col-reverse items-center px-px">
              {parts.map(({ name, colour, value }) => (
                <div
                  key={name}
                  className="w-full max-w-12"
                  style={{
                    height: `${(value / top) * 100}%`,
                    backgroundColor: colour,
                  }}
                />
              ))}
            </div>
          </Tooltip>
        ))}
      </div>
      <div className="col-start-2 flex">
        {bars.map(({ label }, index) => (
          <span
            key={label}
            className="flex w-0 flex-1 justify-center whitespace-nowrap"
          >
            {index % step === 0 && label}
          </span>
        ))}
      </div>
    </div>
  )
}

/** The least round number that is no less, whose half is round too. */
function ceilingOf(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 4, 6].find((count) => count * unit >= most) ?? 10) * unit
}
