import { defineRouteConfig } from "@medusajs/admin-sdk"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import { useStatement } from "../../../data/statement-queries"
import { Page } from "../../../display/page"
import { ReadState } from "../../../display/read-state"
import { Comparison } from "../../../statement/comparison"
import { Downloads } from "../../../statement/downloads"
import { Lines } from "../../../statement/lines"
import { MonthChoice } from "../../../statement/month-choice"
import { Days, Sums } from "../../../statement/sums"

export const config = defineRouteConfig({
  label: "statement.title",
  translationNs: "instalments",
  rank: 4,
})

/** The month's statement, which an accountant signs. */
const StatementPage = () => {
  const { t } = useTranslation("instalments")
  const [address, setAddress] = useSearchParams()
  const query = useStatement(address.get("month"))
  return (
    <Page title={t("statement.title")} text={t("statement.text")}>
      <ReadState asSection query={query} what={t("statement.what")} rows={12}>
        {(statement) => (
          <>
            <div className="flex flex-wrap items-center justify-between gap-2 px-1">
              <MonthChoice
                month={statement.month}
                isOver={statement.is_over}
                choose={(month) => setAddress({ month })}
              />
              <Downloads month={statement.month} />
            </div>
            <Sums statement={statement} />
            <Comparison {...statement} />
            <Days statement={statement} />
            <Lines {...statement} />
          </>
        )}
      </ReadState>
    </Page>
  )
}
export default StatementPage
