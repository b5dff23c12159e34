import { Button, Input, Label } from "@medusajs/ui"
import type { Period } from "../data/use-overview"
import { daysBefore } from "./days"

const LENGTHS = [7, 30, 90]

type Props = {
  period: Period
  today: string
  choose: (period: Period) => void
}

/** The last week, month or quarter, or any two days. */
export function PeriodChoice({ period, today, choose }: Props) {
  return (
    <div className="flex flex-wrap items-end gap-2 px-1">
      {LENGTHS.map((length) => {
        const from = daysBefore(today, length - 1)
        const isChosen = period.from === from && period.to === today
        return (
          <Button
            key={length}
            size="small"
            variant={isChosen ? "primary" : "secondary"}
            aria-pressed={isChosen}
            onClick={() => choose({ from, to: today })}
          >
            {`${length} days`}
          </Button>
        )
      })}
      <DayInput
        name="From"
        day={period.from}
        max={period.to}
        onChange={(from) => choose({ ...period, from })}
      />
      <DayInput
        name="To"
        day={period.to}
        min={period.from}
        max={today}
        onChange={(to) => choose({ ...period, to })}
      />
    </div>
  )
}

type DayInputProps = {
  name: string
  day: string
  min?: string
  max: string
  onChange: (day: string) => void
}

function DayInput({ name, day, min, max, onChange }: DayInputProps) {
  const id = `period-${name.toLowerCase()}`
  return (
    <div className="flex items-center gap-x-2">
      <Label htmlFor={id} size="small" className="text-ui-fg-subtle">
        {name}
      </Label>
      <Input
        id={id}
        type="date"
        size="small"
        value={day}
        min={min}
        max={max}
        // A day being typed is empty for a while.
        onChange={({ target }) => target.value && onChange(target.value)}
      />
    </div>
  )
}
