import { useTranslation } from "react-i18next"
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts"

/** One set of bars: its key in the rows, its name and its colour. */
export type Series = { key: string; name: string; colour: string }

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

type BarTooltipProps = Partial<TooltipContentProps> & {
  text: (value: number) => string
}

/** The figures of the bar under the pointer, or reached by the arrow keys. */
function BarTooltip({ active, payload, label, text }: BarTooltipProps) {
  const { t } = useTranslation("instalments")
  if (!active || !payload?.length) {
    return null
  }
  const parts = payload.filter(({ value }) => Number(value) !== 0)
  return (
    <div className="bg-ui-bg-component shadow-elevation-tooltip txt-compact-xsmall text-ui-fg-base rounded-lg px-3 py-2">
      <div className="txt-compact-xsmall-plus pb-1">{label}</div>
      {parts.length === 0 && (
        <div className="text-ui-fg-subtle">{t("overview.nothingHere")}</div>
      )}
      {parts.map(({ dataKey, name, value, color }) => (
        <div key={String(dataKey)} className="flex items-center gap-x-2">
          <span
            className="size-2 rounded-sm"
            style={{ backgroundColor: color }}
            aria-hidden
          />
          <span className="text-ui-fg-subtle grow">{name}</span>
          <span>{text(Number(value))}</span>
        </div>
      ))}
    </div>
  )
}
