import { useStatus } from "../data/use-status"
import { ReadState } from "../display/read-state"
import { Bands } from "./bands"
import { Budgets } from "./budgets"
import { Checks } from "./checks"
import { Environment } from "./environment"
import { Jobs } from "./jobs"
import { Options } from "./options"

/** How the store is set up, as far as it can be seen from here. */
export function SetUp() {
  const query = useStatus()
  return (
    <ReadState asSection query={query} what="the set-up" rows={10}>
      {(status) => (
        <>
          <Environment status={status} />
          <Checks checks={status.checks} />
          <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
            <Bands status={status} />
            <Jobs jobs={status.jobs} />
            <Budgets budgets={status.budgets} />
            <Options options={status.options} />
          </div>
        </>
      )}
    </ReadState>
  )
}
