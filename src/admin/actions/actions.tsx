import { Button, usePrompt } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { Action } from "../../api/admin/instalments/answers"
import { useAct } from "./act"
import { EndDoubtDrawer, IdentifyDrawer, NoteDrawer } from "./drawers"

/** What a person has to tell first, by the action that is told. */
const TELL = {
  resolve: NoteDrawer,
  identify: IdentifyDrawer,
  "end-doubt": EndDoubtDrawer,
}

type Told = Action & { name: keyof typeof TELL }

const isTold = (action: Action): action is Told => action.name in TELL

type Props = {
  actions: Action[]
  /** Resolving by hand must say what was done. */
  noteNeeded?: boolean
}

/** Buttons for what can be done now; what moves money asks first. */
export function Actions({ actions, noteNeeded = false }: Props) {
  const act = useAct()
  const confirm = useConfirmation()
  const [asking, setAsking] = useState<Told>()
  const run = async (action: Action) => {
    if (isTold(action)) {
      setAsking(action)
    } else if (!asksFirst(action) || (await confirm(action))) {
      act.mutate({ action })
    }
  }
  const Telling = asking && TELL[asking.name]
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
      {asking && Telling && (
        <Telling
          action={asking}
          noteNeeded={noteNeeded}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}

/** What moves money or makes an order; everything else only looks. */
const ASKED = ["refund", "settle", "retry"] as const

type Asked = Action & { name: (typeof ASKED)[number] }

function asksFirst(action: Action): action is Asked {
  return ASKED.some((name) => name === action.name)
}

/** Asks a person before an action that moves money or makes an order. */
function useConfirmation() {
  const { t } = useTranslation("instalments")
  const ask = usePrompt()
  return (action: Asked) =>
    ask({
      title: t("actions.questionTitle", { action: action.label }),
      description: t(`actions.questions.${action.name}`),
      variant: "confirmation",
      confirmText: action.label,
      cancelText: t("shown.cancel"),
    })
}
