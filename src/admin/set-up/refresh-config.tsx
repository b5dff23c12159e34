import { Button, Tooltip } from "@medusajs/ui"
import type { Action, Budget } from "../../api/admin/instalments/answers"
import { ROUTES } from "../data/routes"
import { useAct } from "../data/use-act"
import { durationText } from "../display/duration"

const REFRESH: Action = {
  name: "refresh",
  label: "Refresh",
  path: ROUTES.refreshConfig,
}

/** Reads the config again, when the service's limit lets it. */
export function RefreshConfig({ budgets }: { budgets: Budget[] }) {
  const act = useAct()
  const budget = budgets.find(({ endpoint }) => /\/config\b/.test(endpoint))
  const wait = budget?.wait_seconds ?? 0
  const button = (
    <Button
      size="small"
      variant="secondary"
      disabled={wait > 0}
      isLoading={act.isPending}
      onClick={() => act.mutate({ action: REFRESH })}
    >
      {wait > 0 ? `Refresh in ${durationText(wait)}` : "Refresh"}
    </Button>
  )
  return wait > 0 ? (
    <Tooltip content="The service's limit lets no request go before.">
      <span>{button}</span>
    </Tooltip>
  ) : (
    button
  )
}
