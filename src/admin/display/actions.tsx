import { Button } from "@medusajs/ui"
import { useState } from "react"
import type { Action } from "../../api/admin/instalments/answers"
import { useAct } from "../data/use-act"
import { confirmation, useConfirmation } from "./confirmation"
import { EndDoubtDrawer } from "./end-doubt-drawer"
import { IdentifyDrawer } from "./identify-drawer"
import { NoteDrawer } from "./note-drawer"

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
