import { ChevronLeftMini, ChevronRightMini } from "@medusajs/icons"
import { IconButton, Input, Label } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

type Props = {
  month: string
  /** Whether it has ended, so that there is one after it. */
  isOver: boolean
  choose: (month: string) => void
}

/** Any month until today's, or the one before or after. */
export function MonthChoice({ month, isOver, choose }: Props) {
  const { t } = useTranslation("instalments")
  return (
    <div className="flex items-center gap-x-2">
      <Label htmlFor="statement-month" size="small">
        {t("statement.month")}
      </Label>
      <IconButton
        size="small"
        aria-label={t("statement.earlier")}
        onClick={() => choose(beside(month, -1))}
      >
        <ChevronLeftMini />
      </IconButton>
      <Input
        id="statement-month"
        type="month"
        size="small"
        value={month}
        // A month being typed is not one for a while.
        onChange={({ target: { value } }) =>
          /^\d{4}-\d\d$/.test(value) && choose(value)
        }
      />
      <IconButton
        size="small"
        aria-label={t("statement.later")}
        disabled={!isOver}
        onClick={() => choose(beside(month, 1))}
      >
        <ChevronRightMini />
      </IconButton>
    </div>
  )
}

/** The month so many months later. */
function beside(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number)
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7)
}
