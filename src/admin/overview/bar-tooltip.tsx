import type { TooltipContentProps } from "recharts"

type Props = Partial<TooltipContentProps> & { text: (value: number) => string }

/** The figures of the bar under the pointer, or reached by the arrow keys. */
export function BarTooltip({ active, payload, label, text }: Props) {
  if (!active || !payload?.length) {
    return null
  }
  const parts = payload.filter(({ value }) => Number(value) !== 0)
  return (
    <div className="bg-ui-bg-component shadow-elevation-tooltip txt-compact-xsmall text-ui-fg-base rounded-lg px-3 py-2">
      <div className="txt-compact-xsmall-plus pb-1">{label}</div>
      {parts.length === 0 && <div className="text-ui-fg-subtle">Nothing</div>}
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
