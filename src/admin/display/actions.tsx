import { Button } from "@medusajs/ui"
import type { Action } from "../../api/admin/instalments/answers"
import { useAct } from "../data/use-act"
import { confirmation, useConfirmation } from "./confirmation"

/** Buttons for what can be done now; what moves money asks first. */
export function Actions({ actions }: { actions: Action[] }) {
  const act = useAct()
  const confirm = useConfirmation()
  const run = async (action: Action) => {
    if (confirmation(action) && !(await confirm(action))) {
      return
    }
    act.mutate({ action })
  }
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map((action) => (
        <Button
          key={action.path}
          size="small"
          variant="secondary"
          disabled={act.isPending}
          isLoading={act.isPending && act.variables.action.path === action.path}
          onClick={() => void run(action)}
        >
          {action.label}
        </Button>
      ))}
    </div>
  )
}
