import { Button, usePrompt } from "@medusajs/ui"
import { useState } from "react"
import type { Action } from "../../api/admin/instalments/answers"
import { useAct } from "./act"
import { EndDoubtDrawer, IdentifyDrawer, NoteDrawer } from "./drawers"

/** What a person has to tell first. */
const ASKING: Action["name"][] = ["resolve", "identify", "end-doubt"]

type Props = {
  actions: Action[]
  /** Resolving by hand must say what was done. */
  noteNeeded?: boolean
}

/** Buttons for what can be done now; what moves money asks first. */
export function Actions({ actions, noteNeeded = false }: Props) {
  const act = useAct()
  const confirm = useConfirmation()
  const [asking, setAsking] = useState<Action>()
  const run = async (action: Action) => {
    if (ASKING.includes(action.name)) {
      setAsking(action)
    } else if (!confirmation(action) || (await confirm(action))) {
      act.mutate({ action })
    }
  }
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map((action) => (
        <Button
          key={action.path}
          size="small"
          variant="secondary"
          className="whitespace-nowrap"
          disabled={act.isPending}
          isLoading={act.isPending && act.variables.action.path === action.path}
          onClick={() => void run(action)}
        >
          {action.label}
        </Button>
      ))}
      {asking?.name === "identify" && (
        <IdentifyDrawer action={asking} onClose={() => setAsking(undefined)} />
      )}
      {asking?.name === "end-doubt" && (
        <EndDoubtDrawer action={asking} onClose={() => setAsking(undefined)} />
      )}
      {asking?.name === "resolve" && (
        <NoteDrawer
          action={asking}
          noteNeeded={noteNeeded}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}

const QUESTIONS: Partial<Record<Action["name"], string>> = {
  refund:
    "All of this payment goes back to the shopper, and no order is placed or paid with it. This cannot be taken back.",
  settle:
    "The payment becomes an order now if its cart still allows it, or is booked on its order if that owes it.",
  retry:
    "The refund is asked for again. After a failure, do so only once the service's support has cleared the cause.",
}

/** What an action asks before it runs; undefined when it only looks. */
function confirmation({ name }: Action): string | undefined {
  return QUESTIONS[name]
}

/** Asks a person before an action that moves money or makes an order. */
function useConfirmation() {
  const ask = usePrompt()
  return (action: Action) =>
    ask({
      title: `${action.label}?`,
      description: confirmation(action) ?? "",
      variant: "confirmation",
      confirmText: action.label,
      cancelText: "Cancel",
    })
}
