import { Button, Input, Label } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import type { Day } from "../../api/admin/instalments/answers"
import type { Period } from "../data/queries"

/** Days shown when nothing is chosen. */
const USUAL = 30

/** The period that the plots are drawn over, kept in the address. */
export function usePeriod() {
  const [address, setAddress] = useSearchParams()
  const today = dayText(new Date())
  const period: Period = {
    from: address.get("from") ?? daysBefore(today, USUAL - 1),
    to: address.get("to") ?? today,
  }
  const choose = (chosen: Period) => setAddress({ ...chosen })
  return { period, today, choose }
}

const LENGTHS = [7, 30, 90]

type Props = {
  period: Period
  today: string
  choose: (period: Period) => void
}

/** The last week, month or quarter, or any two days. */
export function PeriodChoice({ period, today, choose }: Props) {
  const { t } = useTranslation("instalments")
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
            {t("overview.days", { count: length })}
          </Button>
        )
      })}
      <DayInput
        end="from"
        day={period.from}
        max={period.to}
        onChange={(from) => choose({ ...period, from })}
      />
      <DayInput
        end="to"
        day={period.to}
        min={period.from}
        max={today}
        onChange={(to) => choose({ ...period, to })}
      />
    </div>
  )
}

type DayInputProps = {
  end: keyof Period
  day: string
  min?: string
  max: string
  onChange: (day: string) => void
}

function DayInput({ end, day, min, max, onChange }: DayInputProps) {
  const { t } = useTranslation("instalments")
  const id = `period-${end}`
  return (
    <div className="flex items-center gap-x-2">
      <Label htmlFor={id} size="small" className="text-ui-fg-subtle">
        {t(`overview.${end}`)}
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

const DAY_MS = 86_400_000

/** A date's day in the browser's time zone. */
function dayText(date: Date): Day {
  const month = `${date.getMonth() + 1}`.padStart(2, "0")
  const day = `${date.getDate()}`.padStart(2, "0")
  return `${date.getFullYear()}-${month}-${day}`
}

/** The day so many days before another. */
function daysBefore(day: Day, count: number): Day {
  const moment = Date.parse(`${day}T00:00:00Z`) - count * DAY_MS
  return new Date(moment).toISOString().slice(0, 10)
}
