import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts"
import { BarTooltip } from "./bar-tooltip"
import type { Series } from "./series"

type Props = {
  /** A row has the bar's name under `label` and a number for each series. */
  rows: Record<string, string | number>[]
  series: Series[]
  /** A value in words: in the tooltip whole, on the axis short. */
  text: (value: number) => string
  axisText: (value: number) => string
}

/** So few bars are all named; of more, as many as have room. */
const FEW = 6
const TICK = { fill: "var(--fg-subtle)", fontSize: 12 }

/**
 * Stacked bars in the dashboard's colours. The default export, as it is loaded
 * only with the page that has plots: the library is larger than the console.
 */
export default function Bars({ rows, series, text, axisText }: Props) {
  return (
    <ResponsiveContainer width="100%" height={240}>
      <BarChart data={rows} margin={{ top: 8, right: 8, left: 0, bottom: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--border-base)" />
        <XAxis
          dataKey="label"
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: "var(--border-strong)" }}
          interval={rows.length > FEW ? "equidistantPreserveStart" : 0}
          minTickGap={24}
        />
        <YAxis
          tick={TICK}
          tickLine={false}
          axisLine={false}
          width={64}
          allowDecimals={false}
          tickFormatter={axisText}
        />
        <Tooltip
          cursor={{ fill: "var(--bg-base-hover)" }}
          isAnimationActive={false}
          content={<BarTooltip text={text} />}
        />
        {series.length > 1 && (
          <Legend
            iconType="square"
            itemSorter={null}
            formatter={(name) => (
              <span className="txt-compact-xsmall text-ui-fg-subtle">
                {name}
              </span>
            )}
          />
        )}
        {series.map(({ key, name, colour }) => (
          <Bar
            key={key}
            dataKey={key}
            name={name}
            stackId="all"
            fill={colour}
            maxBarSize={48}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
